import { type Damage, named, spread, type Target } from "../damage.ts";
import { type Making, remake } from "../remake.ts";
import { editPictures, editTexts, extractText, SEGMENT, type Segment, type TextLine } from "./text_edit.ts";

/**
 * Damaged subtitles in files that are otherwise correct.
 *
 * Not included: times moved by less than 40 ms, line endings and cue numbers, and cues that a container joins or splits
 * without a visible change.
 */

type TextDamage = (lines: TextLine[]) => TextLine[];

const moved = (lines: TextLine[], seconds: number): TextLine[] =>
  lines.map((line) => ({ ...line, start: line.start + seconds, end: line.end + seconds }));
const retold = (lines: TextLine[], text: (line: TextLine, i: number) => string): TextLine[] =>
  lines.map((line, i) => ({ ...line, text: text(line, i) }));

/** Decodes UTF-8 bytes as Windows text, a common fault of downloaded subtitles. */
const misread = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

const TEXTS: Record<string, TextDamage> = {
  "texts emptied": (lines) => retold(lines, () => "\u00a0"),
  "every other cue lost": (lines) => lines.filter((_, i) => i % 2 === 0),
  "the last third lost": (lines) => lines.slice(0, Math.ceil((lines.length * 2) / 3)),
  "the middle third lost": (lines) => lines.filter((_, i) => i < lines.length / 3 || i >= (lines.length * 2) / 3),
  "only the first cue left": (lines) => lines.slice(0, 1),
  "one cue lost": (lines) => lines.filter((_, i) => i !== Math.floor(lines.length / 2)),
  "one cue 0.6 s late": (lines) =>
    lines.map((line, i) =>
      i === Math.floor(lines.length / 2) ? { ...line, start: line.start + 0.6, end: line.end + 0.6 } : line
    ),
  "5 s late": (lines) => moved(lines, 5),
  "1.5 s early": (lines) => moved(lines, -1.5),
  "stretched by 25/24": (lines) =>
    lines.map((line) => ({ ...line, start: line.start * 1.0417, end: line.end * 1.0417 })),
  "no cue has a length": (lines) => lines.map((line) => ({ ...line, end: line.start + 0.001 })),
  "cues last a tenth": (lines) => lines.map((line) => ({ ...line, end: line.start + (line.end - line.start) / 10 })),
  "every text the first one": (lines) => retold(lines, () => lines[0]?.text ?? ""),
  "texts moved on by one cue": (lines) => retold(lines, (_, i) => lines[(i + 1) % lines.length]?.text ?? ""),
  "letters lost": (lines) => retold(lines, ({ text }) => text.replaceAll(/[aeiou]/g, "")),
  "half of each text lost": (lines) => retold(lines, ({ text }) => text.slice(0, Math.ceil(text.length / 2))),
};

const at = (encode: string, stream = 0): Target => ({ encode, stream });
const POOL = [
  at("x264"),
  at("mp4"),
  at("anime"),
  at("x265", 1),
  at("webm"),
  at("languages", 2),
  at("five minutes"),
  at("copy"),
];

/** Writes the encode with subtitle `stream` read from `path`. */
const withScript = (making: Making, stream: number, path: string): Promise<void> =>
  remake(making, { inputs: ["-i", path], from: { [`s:${stream}`]: "2:s:0" } });

const LONG = [at("four minutes"), at("twenty minutes")];

const rows = named(TEXTS).map(([name, change], i): Damage => ({
  name,
  class: "subtitles",
  on: name.startsWith("one cue") ? [...LONG, ...spread(POOL, i, 3)] : spread(POOL, i, 3),
  make: async (making, stream) => await withScript(making, stream, await editTexts(making, stream, change)),
}));

const OTHER: Damage[] = [
  {
    name: "another language under this label",
    class: "subtitles",
    on: ["x264", "mp4", "languages"],
    make: async (making) => {
      const other = making.good.plan.subtitles.findIndex(({ language }) =>
        language !== making.good.plan.subtitles[0]?.language
      );
      await withScript(making, 0, await extractText(making, other));
    },
  },
  {
    name: "tracks exchanged in content",
    class: "subtitles",
    on: ["x264", "x265", "mp4", "anime"],
    make: (making) => remake(making, { from: { "s:0": "0:s:1", "s:1": "0:s:0" }, copied: ["s:0", "s:1"] }),
  },
  {
    name: "letters beyond ASCII garbled",
    class: "subtitles",
    on: ["x264", "mp4", "languages"],
    make: async (making) => {
      const german = making.good.plan.subtitles.findIndex(({ language }) => language === "deu");
      await withScript(
        making,
        german,
        await editTexts(making, german, (lines) => retold(lines, ({ text }) => misread(text))),
      );
    },
  },
  {
    name: "styles lost",
    class: "subtitles",
    on: ["anime"],
    make: async (making) => {
      const plain = (lines: TextLine[]) =>
        lines.map((line) => ({
          ...line,
          style: line.style.replace("Sign", "Default"),
          text: line.text.replaceAll(/\{[^}]*\}/g, ""),
        }));
      await withScript(making, 0, await editTexts(making, 0, plain));
    },
  },
  {
    name: "size of the script's screen lost",
    class: "subtitles",
    on: ["anime"],
    shows: "facts",
    make: async (making) => {
      const head = (text: string) => text.replace(/PlayRes[XY]: \d+\n/g, "");
      await withScript(making, 0, await editTexts(making, 0, (lines) => lines, head));
    },
  },
  {
    name: "style sheet lost",
    class: "subtitles",
    on: ["anime"],
    shows: "facts",
    make: async (making) => {
      const head = (text: string) => text.replace(/Style: Sign.*\n/, "").replace("DejaVu Serif", "Arial");
      await withScript(making, 0, await editTexts(making, 0, (lines) => lines, head));
    },
  },
];

type PictureDamage = (sets: Segment[][]) => Segment[][];
const shows = (set: Segment[]): boolean => set.some(({ type }) => type === SEGMENT.object);
const without = (type: number, set: Segment[]): Segment[] => set.filter((segment) => segment.type !== type);

const PICTURES: Record<string, PictureDamage> = {
  "pictures emptied": (sets) =>
    sets.map((set) => set.filter(({ type }) => type === SEGMENT.composition || type === SEGMENT.end)),
  "every other display set lost": (sets) => sets.filter((_, i) => i % 4 < 2),
  "display sets that clear the screen lost": (sets) => sets.filter(shows),
  "pictures transparent": (sets) =>
    sets.map((set) =>
      set.map((segment) =>
        segment.type === SEGMENT.palette
          ? { ...segment, body: segment.body.map((byte, i) => i >= 2 && (i - 2) % 5 === 4 ? 0 : byte) }
          : segment
      )
    ),
  "palettes lost": (sets) => sets.map((set) => without(SEGMENT.palette, set)),
  "pictures 5 s late": (sets) => sets.map((set) => set.map((one) => ({ ...one, time: one.time + 450_000 }))),
  "last third of the pictures lost": (sets) => sets.slice(0, Math.ceil(sets.length / 3) * 2),
  "every picture the first one": (sets) => {
    const first = sets[0]?.filter(({ type }) => type === SEGMENT.object) ?? [];
    return sets.map((set) =>
      set.flatMap((one) => one.type === SEGMENT.object ? first.map((o) => ({ ...o, time: one.time })) : [one])
    );
  },
};

const pictures: Damage[] = named(PICTURES).map(([name, change]) => ({
  name,
  class: "subtitles",
  on: ["pgs"],
  make: async (making) => await withScript(making, 0, await editPictures(making, 0, change)),
}));

export const SUBTITLE_DAMAGES: Damage[] = [
  ...rows,
  ...OTHER,
  ...pictures,
  {
    name: "picture tracks exchanged in content",
    class: "subtitles",
    on: ["pgs"],
    make: (making) => remake(making, { from: { "s:0": "0:s:1", "s:1": "0:s:0" }, copied: ["s:0", "s:1"] }),
  },
];
