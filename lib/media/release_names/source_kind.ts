import { parseReleaseName } from "./parse.ts";

/** Source of a file, according to its name. */
export type SourceKind = "remux" | "disc" | "bluray" | "web" | "dvd" | "other";

/** Classifies a name. `other` if it contains no source. */
export function sourceKind(name: string): SourceKind {
  const { remux, disc, source } = parseReleaseName(name);
  if (remux) return "remux";
  if (disc) return "disc";
  if (source === "web-dl" || source === "webrip") return "web";
  return source === "bluray" || source === "dvd" ? source : "other";
}
