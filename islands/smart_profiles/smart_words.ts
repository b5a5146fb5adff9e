import { CODEC_NAMES, profileLabel, valueWords } from "../../lib/ui/profiles/profile_texts.ts";
import {
  type Condition,
  type Kind,
  listOf,
  operatorsOf,
  pairsOf,
  type Rule,
  type StreamRule,
  textOf,
} from "./smart_model.ts";

/** Labels of facts that are not profile fields, or are called differently there. */
const FACTS: Readonly<Record<string, string>> = {
  mediaType: "media type",
  fps: "frames per second",
  hdr: "HDR",
  dolbyVision: "Dolby Vision",
  videoKbps: "video bit rate (kb/s)",
  videoKbpsPerMegapixel: "video kb/s per megapixel",
  sizeBytes: "size in bytes",
  durationSeconds: "length in seconds",
  sourceKind: "source type",
  subtitleKinds: "subtitle types",
  arr: "manager",
  tags: "tags in the manager",
  original: "original language track",
  atmos: "Atmos",
  dtsx: "DTS:X",
  kbps: "bit rate (kb/s)",
  index: "position in the file",
  kind: "subtitle type",
  sdh: "for the hard of hearing",
};

/** Display names of the values of facts that have only a few possible values. */
const FACT_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mediaType: { movie: "movie", tv: "series", anime: "anime", music: "music" },
  hdr: { sdr: "SDR", hdr10: "HDR10", hlg: "HLG" },
  sourceKind: { remux: "remux", disc: "disc", bluray: "Blu-ray", web: "web", dvd: "DVD", other: "other" },
  arr: { radarr: "Radarr", sonarr: "Sonarr", lidarr: "Lidarr" },
  kind: { text: "text", picture: "bitmap" },
  subtitleKinds: { text: "text", picture: "bitmap" },
};
/** Facts and profile fields whose values are codecs. */
const CODEC_FACTS: readonly string[] = ["videoCodec", "codec", "keepCodecs"];

/** Returns the possible values of a fact with their names. Undefined if any text is allowed. */
export const factOptions = (fact: string): [value: string, label: string][] | undefined =>
  FACT_VALUES[fact] && Object.entries(FACT_VALUES[fact]);

/** Returns the display names of values that users can type. Some codecs have no display name. */
const namesOf = (fact: string): Readonly<Record<string, string>> =>
  (CODEC_FACTS.includes(fact) ? CODEC_NAMES : FACT_VALUES[fact]) ?? {};

const factValue = (fact: string, value: unknown): string => namesOf(fact)[String(value)] ?? textOf(value);

/** Returns the text of a field for typed values: "HDR10, HLG" for `["hdr10", "hlg"]`. */
export const typedText = (fact: string, value: unknown): string =>
  [value].flat().map((one) => factValue(fact, one)).join(", ");

/** Converts the text of `typedText` back to the stored form. Each part may be a name or a stored value. */
export function storedText(fact: string, text: string): string {
  const names = Object.entries(namesOf(fact));
  if (names.length === 0) return text;
  const stored = (part: string) =>
    names.find(([value, name]) => [value, name.toLowerCase()].includes(part.toLowerCase()))?.[0] ?? part;
  return listOf(text).map(stored).join(", ");
}

/** Returns the label of a fact. */
export const factLabel = (fact: string): string => FACTS[fact] ?? profileLabel(fact);

const ACTIONS: Readonly<Record<string, string>> = {
  copy: "keep as is",
  encode: "encode",
  drop: "remove",
  ocr: "convert to text",
  burn: "burn in",
};

/** Returns the label of a stream action. */
export const actionLabel = (action: string): string => ACTIONS[action] ?? action;

/** Describes a rule in one sentence: "If HDR is HDR10, then set Video quality to 20." Pure. */
export function ruleSentence({ when, set }: Pick<Rule, "when" | "set">, facts: Record<string, Kind>): string {
  const changes = pairsOf(set).map(([path, value]) =>
    path === "video.encoder" && value === "copy"
      ? "keep the video unchanged"
      : `set ${profileLabel(path).replace(/, .*$/, "")} to ${valueWords(value, path)}`
  );
  return `${whenWords(when, facts, "file")} ${changes.length === 0 ? "make no changes" : changes.join(" and ")}.`;
}

/** Describes the rule of a stream in one sentence: "If codec is FLAC, then keep as is." Pure. */
export const streamSentence = ({ when, action }: StreamRule, facts: Record<string, Kind>): string =>
  `${whenWords(when, facts, "stream")} ${actionLabel(action)}.`;

function whenWords(when: readonly Condition[], facts: Record<string, Kind>, subject: "file" | "stream"): string {
  if (when.length === 0) return `For every ${subject},`;
  return `If ${when.map((one) => conditionWords(one, facts[one.fact] ?? "text")).join(" and ")}, then`;
}

function conditionWords({ fact, op, value }: Condition, kind: Kind): string {
  const name = factLabel(fact);
  if (kind === "flag") return `it is ${value === true ? "" : "not "}${name}`;
  if (Array.isArray(value)) {
    const [last, ...before] = value.map((one) => factValue(fact, one)).reverse();
    const list = before.length === 0 ? String(last) : `${before.reverse().join(", ")} or ${last}`;
    return `${name} ${op === "notIn" ? "is none of" : "is"} ${list}`;
  }
  return `${name} ${operatorsOf(kind).find(([each]) => each === op)?.[1] ?? op} ${factValue(fact, value)}`;
}
