import type { ReleaseHint, ReleaseName } from "../../lib/media/release_names/model.ts";

/** A name and its expected fields. */
export interface Entry {
  style: string;
  name: string;
  hint?: ReleaseHint;
  expected: Partial<Record<keyof ReleaseName, unknown>>;
}

/** Fields checked in every line: the parser must not find values that the line does not state. */
const ALWAYS: Record<string, unknown> = {
  year: undefined,
  season: undefined,
  seasons: [],
  episodes: [],
  absolute: [],
  airDate: undefined,
  fullSeason: false,
  special: false,
  episodeTitle: undefined,
  quality: "Unknown",
  edition: undefined,
  releaseGroup: undefined,
  languages: [],
  proper: false,
  repack: false,
  version: undefined,
  hash: undefined,
  container: undefined,
};
const HINTS: readonly string[] = ["movie", "series", "anime", "music"] satisfies ReleaseHint[];
const isHint = (text: string | undefined): text is ReleaseHint => text !== undefined && HINTS.includes(text);

const numbers = (text: string): number[] => {
  if (text === "") return [];
  const [first = 0, last] = text.split("-").map(Number);
  return last === undefined ? [first] : Array.from({ length: last - first + 1 }, (_, at) => first + at);
};
const words = (text: string) => text.split(",").filter((each) => each !== "");
const flag = (text: string) => text === "1";
const same = (text: string) => text;

const KEYS: Record<string, [keyof ReleaseName, (text: string) => unknown]> = {
  y: ["year", Number],
  s: ["season", Number],
  ss: ["seasons", numbers],
  e: ["episodes", numbers],
  abs: ["absolute", numbers],
  date: ["airDate", same],
  full: ["fullSeason", flag],
  sp: ["special", flag],
  et: ["episodeTitle", same],
  q: ["quality", same],
  r: ["resolution", same],
  src: ["source", same],
  mod: ["modifier", same],
  disc: ["disc", flag],
  v: ["videoCodec", same],
  a: ["audioCodec", same],
  ch: ["audioChannels", same],
  hdr: ["hdr", words],
  bits: ["bitDepth", Number],
  ed: ["edition", same],
  g: ["releaseGroup", same],
  l: ["languages", words],
  proper: ["proper", flag],
  repack: ["repack", flag],
  ver: ["version", Number],
  hash: ["hash", same],
  c: ["container", same],
};

/** Reads the lines of a corpus. A `# style` line starts a new style. */
export const readCorpus = (text: string): Entry[] => readLines(text, ALWAYS);

/** Reads the lines of a corpus that states only some fields of a name. Only these fields are checked. */
export const readStated = (text: string): Entry[] => readLines(text, {});

function readLines(text: string, unstated: Entry["expected"]): Entry[] {
  let style = "";
  const entries: Entry[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("# ")) style = line.slice(2);
    else if (line.trim() !== "") entries.push(entry(style, line, unstated));
  }
  return entries;
}

function entry(style: string, line: string, unstated: Entry["expected"]): Entry {
  const at = line.indexOf(" => ");
  const [title = "", ...pairs] = line.slice(at + 4).split("; ");
  const expected: Entry["expected"] = { ...unstated, title };
  let hint: string | undefined;
  for (const pair of pairs.filter((each) => each !== "")) {
    const cut = pair.indexOf("=");
    const [key, value] = [pair.slice(0, cut), pair.slice(cut + 1)];
    const field = KEYS[key];
    if (key === "h") hint = value;
    else if (!field) throw new Error(`The corpus has an unknown key ${key}: ${line}`);
    else expected[field[0]] = field[1](value);
    if (key === "s" && !pairs.some((each) => each.startsWith("ss="))) expected.seasons = [Number(value)];
    if (key === "mod") expected.remux = value === "remux";
  }
  return { style, name: line.slice(0, at), expected, ...(isHint(hint) ? { hint } : {}) };
}
