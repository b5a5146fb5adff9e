import { join } from "node:path";
import type { Making } from "../remake.ts";
import { ffmpeg, run } from "../tools.ts";

/** Extracts, changes and rewrites the subtitles of a good encode. */

/** One cue of a text subtitle. Times are in seconds. */
export interface TextLine {
  start: number;
  end: number;
  text: string;
  /** Fields between end time and text, in ASS only. */
  style: string;
}

/** A script: SubRip if `head` is undefined, otherwise ASS. */
interface Script {
  head?: string;
  lines: TextLine[];
}

const seconds = (text: string): number => {
  const [h = 0, m = 0, s = 0] = text.trim().replace(",", ".").split(":").map(Number);
  return h * 3600 + m * 60 + s;
};

function clock(time: number, separator: string, digits: number): string {
  const scale = 10 ** digits;
  const units = Math.max(0, Math.round(time * scale));
  const whole = Math.floor(units / scale);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map((n) =>
    String(n).padStart(2, "0")
  );
  return `${parts.join(":")}${separator}${String(units % scale).padStart(digits, "0")}`;
}

function parse(text: string): Script {
  if (!text.includes("[Script Info]")) {
    const lines = text.replaceAll("\r", "").trim().split(/\n\n+/).flatMap((block) => {
      const [, times = "", ...words] = block.split("\n");
      const [start = "", end = ""] = times.split(" --> ");
      return end === "" ? [] : [{ start: seconds(start), end: seconds(end), text: words.join("\n"), style: "" }];
    });
    return { lines };
  }
  const rows = text.replaceAll("\r", "").split("\n");
  const lines = rows.filter((row) => row.startsWith("Dialogue:")).map((row) => {
    const fields = row.split(",");
    const style = [fields[0], ...fields.slice(3, 9)].join(",");
    return { start: seconds(fields[1] ?? ""), end: seconds(fields[2] ?? ""), text: fields.slice(9).join(","), style };
  });
  return { head: rows.filter((row) => !row.startsWith("Dialogue:")).join("\n").trimEnd(), lines };
}

function written({ head, lines }: Script): string {
  if (head === undefined) {
    return lines.map(({ start, end, text }, i) =>
      `${i + 1}\n${clock(start, ",", 3)} --> ${clock(end, ",", 3)}\n${text}\n`
    ).join("\n");
  }
  const rows = lines.map(({ start, end, text, style }) => {
    const [layer, ...rest] = style.split(",");
    return [layer, clock(start, ".", 2), clock(end, ".", 2), ...rest, text].join(",");
  });
  return `${head}\n${rows.join("\n")}\n`;
}

const isStyled = ({ good }: Making, stream: number): boolean => good.plan.subtitles[stream]?.codec === "ass";

/** Changes the lines of text subtitle `stream`. Returns the path of the changed script. */
export async function editTexts(
  making: Making,
  stream: number,
  change: (lines: TextLine[]) => TextLine[],
  changeHead: (head: string) => string = (head) => head,
): Promise<string> {
  const script = parse(await Deno.readTextFile(await extractText(making, stream)));
  const path = join(making.folder, `changed-${stream}.${script.head === undefined ? "srt" : "ass"}`);
  const head = script.head === undefined ? undefined : changeHead(script.head);
  await Deno.writeTextFile(path, written({ head, lines: change(script.lines) }));
  return path;
}

/** Extracts a text subtitle into a separate file. */
export async function extractText(making: Making, stream: number): Promise<string> {
  const [ending, codec] = isStyled(making, stream) ? ["ass", "copy"] : ["srt", "srt"];
  const path = join(making.folder, `own-${stream}.${ending}`);
  await ffmpeg("-i", making.good.path, "-map", `0:s:${stream}`, "-c:s", codec, path);
  return path;
}

/** A segment of a Blu-ray subtitle. */
export interface Segment {
  /** Presentation time in units of 1/90000 s. */
  time: number;
  type: number;
  body: Uint8Array;
}

/** Segment types of a bitmap subtitle. */
export const SEGMENT = { palette: 0x14, object: 0x15, composition: 0x16, window: 0x17, end: 0x80 } as const;

/** Changes the display sets of bitmap subtitle `stream`. Returns the path of the changed `.sup`. */
export async function editPictures(
  { good, folder }: Making,
  stream: number,
  change: (sets: Segment[][]) => Segment[][],
): Promise<string> {
  const own = join(folder, `own-${stream}.sup`);
  const index = good.result.streams.filter((one) => one.kind === "subtitle")[stream]?.index ?? 0;
  await run("mkvextract", [good.path, "tracks", `${index}:${own}`]);
  const path = join(folder, `changed-${stream}.sup`);
  await Deno.writeFile(path, joined(change(displaySets(await Deno.readFile(own)))));
  return path;
}

function displaySets(bytes: Uint8Array): Segment[][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const sets: Segment[][] = [];
  let open: Segment[] = [];
  for (let at = 0; at + 13 <= bytes.length;) {
    const size = view.getUint16(at + 11);
    const segment = {
      time: view.getUint32(at + 2),
      type: bytes[at + 10] ?? 0,
      body: bytes.slice(at + 13, at + 13 + size),
    };
    open.push(segment);
    if (segment.type === SEGMENT.end) {
      sets.push(open);
      open = [];
    }
    at += 13 + size;
  }
  return sets;
}

function joined(sets: Segment[][]): Uint8Array {
  const segments = sets.flat();
  const bytes = new Uint8Array(segments.reduce((sum, { body }) => sum + 13 + body.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { time, type, body } of segments) {
    bytes.set([0x50, 0x47], at);
    view.setUint32(at + 2, time);
    bytes[at + 10] = type;
    view.setUint16(at + 11, body.length);
    bytes.set(body, at + 13);
    at += 13 + body.length;
  }
  return bytes;
}
