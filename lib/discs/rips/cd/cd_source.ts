import type { CdSource } from "../../cd/model.ts";
import { isCdSheet } from "../../cd/toc/is_sheet.ts";
import { sourceOf } from "../new_rip.ts";

/** Returns the CD source of a rip. Undefined if the rip cannot be of a CD. Pure. */
export function cdSourceOf(text: string): CdSource | undefined {
  const source = sourceOf(text);
  if (source?.kind === "device") return { kind: "device", path: source.path };
  return source?.kind === "image" && isCdSheet(source.path) ? { kind: "image", path: source.path } : undefined;
}
