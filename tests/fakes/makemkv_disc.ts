/** Scenario of the MakeMKV fake, and the records generated from it. */

export interface FakeStream {
  kind: "video" | "audio" | "subtitles";
  codec: string;
  language?: string;
  channels?: number;
  /** Flags as in attribute 22: 1 commentary, 2048 derived, 4096 forced. */
  flags?: number;
  size?: string;
}

export interface FakeTitle {
  seconds: number;
  streams: FakeStream[];
  /** Matroska file that is copied as the saved title. */
  media: string;
  /** Source of a Blu-ray title (`00800.mpls`, `00451.mpls(1)`). */
  file?: string;
  /** Title number on a DVD. */
  original?: number;
  segments?: string;
  angle?: number;
  name?: string;
  chapters?: number;
}

export interface FakeDrive {
  state: number;
  flags?: number;
  name?: string;
  disc?: string;
  device?: string;
}

export interface Scenario {
  type?: "dvd" | "bluray";
  label?: string;
  name?: string;
  titles?: FakeTitle[];
  drives?: FakeDrive[];
  /** Number of times that opening fails because the drive is busy. */
  busy?: number;
  /** Licence failure: outdated version, expired evaluation, or an exit code without a message. */
  expired?: "version" | "evaluation" | "code";
  /** Licence key without which no disc is opened. */
  wantsKey?: string;
  /** Read errors while saving. `fatal` saves nothing and exits with 0. */
  readErrors?: number | "fatal";
  /** Failure while saving. */
  save?: "none" | "code" | "silent" | "empty" | "two" | "half" | "full" | "crash";
  hang?: "opening" | "saving";
  /** Ignores SIGTERM. */
  stubborn?: boolean;
  /** True if the output contains lines of other programs and incomplete lines. */
  rubbish?: boolean;
  german?: boolean;
  /** True if titles are numbered in reverse order when saving, and listed in this order afterwards. */
  renumbers?: boolean;
  /** True if title and attribute records are printed in reverse order. */
  backwards?: boolean;
}

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;

/** Formats a record. Strings are quoted. */
export const record = (type: string, ...fields: (number | string)[]): string =>
  `${type}:${fields.map((field) => typeof field === "number" ? field : quote(field)).join(",")}`;

/** Formats a message with its format and parameters. */
export function message(code: number, flags: number, format: string, ...params: (string | number)[]): string {
  const texts = params.map(String);
  const text = format.replaceAll(/%(\d)/g, (_, n) => texts[Number(n) - 1] ?? "");
  return record("MSG", code, flags, texts.length, text, format, ...texts);
}

/** Returns the drive lines, always sixteen. */
export const driveLines = (drives: FakeDrive[]): string[] =>
  Array.from({ length: 16 }, (_, i) => {
    const { state, flags = 0, name = "", disc = "", device = "" } = drives[i] ?? { state: 256 };
    return record("DRV", i, state, 999, flags, name, disc, device);
  });

const KINDS = { video: [6201, "Video"], audio: [6202, "Audio"], subtitles: [6203, "Subtitles"] } as const;

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${
    [seconds / 60 % 60, seconds % 60].map((n) => String(Math.floor(n)).padStart(2, "0")).join(":")
  }`;

/** Returns the records of `info` after `TCOUNT`. */
export function infoLines({ type = "bluray", label = "LABEL", name, titles = [], backwards }: Scenario): string[] {
  const [code, text] = type === "dvd" ? [6206, "DVD disc"] as const : [6209, "Blu-ray disc"] as const;
  const lines = [
    record("CINFO", 1, code, text),
    record("CINFO", 2, 0, name ?? label),
    record("CINFO", 31, 6119, "<b>Source information</b><br>"),
    record("CINFO", 32, 0, label),
    ...titles.flatMap(titleLines),
  ];
  return backwards ? lines.reverse() : lines;
}

function titleLines(title: FakeTitle, index: number): string[] {
  const line = (attribute: number, value: string | number | undefined) =>
    value === undefined ? [] : [record("TINFO", index, attribute, 0, String(value))];
  return [
    ...[...line(2, title.name), ...line(8, title.chapters), ...line(9, clock(title.seconds))],
    ...[
      ...line(10, "1 KB"),
      ...line(11, Deno.statSync(title.media).size),
      ...line(15, title.angle),
      ...line(16, title.file),
    ],
    ...line(24, title.original === undefined ? undefined : String(title.original).padStart(2, "0")),
    ...[...line(25, title.segments?.split(",").length), ...line(26, title.segments), ...line(27, outputName(index))],
    ...title.streams.flatMap((stream, n) => streamLines(stream, index, n)),
  ];
}

function streamLines(
  { kind, codec, language, channels, flags = 0, size }: FakeStream,
  title: number,
  n: number,
): string[] {
  const [code, text] = KINDS[kind];
  const line = (attribute: number, value: string | number | undefined) =>
    value === undefined ? [] : [record("SINFO", title, n, attribute, 0, String(value))];
  return [
    record("SINFO", title, n, 1, code, text),
    ...[...line(3, language), ...line(5, codec), ...line(14, channels), ...line(19, size), ...line(22, flags)],
  ];
}

/** Returns the value of attribute 27. Its number may differ from the title number. */
export const outputName = (index: number): string => `A title, "cut"_t${String(index + 1).padStart(2, "0")}.mkv`;
