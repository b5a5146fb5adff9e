/** One line of `mkvmerge --gui-mode`. */
export type GuiLine =
  | { kind: "progress"; fraction: number }
  | { kind: "warning" | "error" | "text"; text: string };

/** Parses a line of `mkvmerge --gui-mode` according to its manual. Pure. */
export function parseGuiLine(line: string): GuiLine {
  const [, percent] = /^#GUI#progress (\d{1,3})%$/.exec(line) ?? [];
  if (percent !== undefined) return { kind: "progress", fraction: Math.min(100, Number(percent)) / 100 };
  const [, kind, text = ""] = /^#GUI#(warning|error) (.*)$/.exec(line) ?? [];
  if (kind === "warning" || kind === "error") return { kind, text };
  return { kind: "text", text: line };
}
