/** An entry of the palette: a page or an action. */
export interface Entry {
  kind: "Page" | "Action" | "Setting" | "Job" | "Title";
  label: string;
  /** Location or alternative name. Searched with a lower weight. */
  hint?: string;
  /** Additional search terms that are not shown. */
  more?: string;
  /** Path of the page to open, below the base path. */
  path?: string;
  /** API call to send, and the message shown afterwards. */
  call?: { path: string; body?: unknown; done: string };
}

/** Maximum number of entries shown. */
const MAX_SHOWN = 12;
const KIND_ORDER = ["Page", "Action", "Title", "Job", "Setting"] as const;

/** Returns the entries that match every word of the input, best match first. Pure. */
export function rank(entries: readonly Entry[], typed: string): Entry[] {
  const words = plain(typed).split(" ").filter(Boolean);
  if (words.length === 0) return entries.filter(({ kind }) => kind === "Page" || kind === "Action").slice(0, MAX_SHOWN);
  return entries
    .map((entry) => ({ entry, score: score(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) =>
      b.score - a.score || KIND_ORDER.indexOf(a.entry.kind) - KIND_ORDER.indexOf(b.entry.kind) ||
      a.entry.label.length - b.entry.label.length
    )
    .slice(0, MAX_SHOWN)
    .map(({ entry }) => entry);
}

function score({ label, hint = "", more: unseen = "" }: Entry, words: string[]): number {
  const [name, more] = [plain(label), plain(`${hint} ${unseen}`)];
  let sum = name === words.join(" ") ? 8 : 0;
  for (const word of words) {
    const fit = name.startsWith(word)
      ? 6
      : ` ${name}`.includes(` ${word}`)
      ? 4
      : name.includes(word)
      ? 2
      : more.includes(word)
      ? 1
      : 0;
    if (fit === 0) return 0;
    sum += fit;
  }
  return sum / words.length;
}

/** Converts a text to lower case, without accents and punctuation. */
const plain = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
