import { parseReleaseName } from "./parse.ts";

/** Where a file comes from, as far as its name tells. */
export type SourceKind = "remux" | "disc" | "bluray" | "web" | "dvd" | "other";

/** Classifies a name; `other` when it says nothing. */
export function sourceKind(name: string): SourceKind {
  const { remux, disc, source } = parseReleaseName(name);
  if (remux) return "remux";
  if (disc) return "disc";
  if (source === "web-dl" || source === "webrip") return "web";
  return source === "bluray" || source === "dvd" ? source : "other";
}
