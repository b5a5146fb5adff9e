import { join } from "node:path";
import { cachedFile } from "../kit/cached_files.ts";
import { ffprobe, run } from "./tools.ts";

/** File metadata read with ffprobe only, independent of Lathe's probe. */

type Json = Record<string, unknown>;
const record = (value: unknown): Json => (typeof value === "object" && value !== null ? value as Json : {});
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.map(record) : []);

const STREAM_FIELDS = [
  ...["codec_type", "codec_name", "profile", "codec_tag_string", "width", "height", "sample_aspect_ratio", "pix_fmt"],
  ...["color_range", "color_space", "color_transfer", "color_primaries", "field_order", "r_frame_rate", "channels"],
  ...["channel_layout", "sample_rate", "disposition", "side_data_list"],
];
/** Names of tags that describe the writing application or the length of the file, which are not compared. */
const TECHNICAL =
  /^(DURATION|BPS|NUMBER_OF|_STATISTICS|ENCODER|encoder|handler_name|vendor_id|creation_time|major_brand|minor|compatible|SOURCE)/i;

function tags(value: unknown): Json {
  return Object.fromEntries(Object.entries(record(value)).filter(([key]) => !TECHNICAL.test(key)).sort());
}

const shown = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return String(value);
  // Names of the flags that are set.
  const set = Object.entries(value).filter(([, one]) => one !== 0);
  return JSON.stringify(Array.isArray(value) ? value : Object.fromEntries(set));
};

const pick = (from: Json, fields: readonly string[]): Json =>
  Object.fromEntries(fields.filter((field) => from[field] !== undefined).map((field) => [field, from[field]]));

/** Returns one line per fact. Files with identical metadata have identical lines. */
export async function factsOf(path: string): Promise<string[]> {
  const all = await ffprobe(path, "-show_streams", "-show_chapters", "-show_format", "-show_data_hash", "md5");
  const facts: string[] = [];
  for (const [i, stream] of list(all.streams).entries()) {
    // The header of an ASS script is in its stream's extradata.
    const hashed = stream.codec_type === "attachment" || stream.codec_name === "ass";
    const attachment = hashed ? { hash: stream.extradata_hash } : {};
    const cover = record(stream.disposition).attached_pic === 1 ? { hash: await packetHash(path, i) } : {};
    const said = { ...pick(stream, STREAM_FIELDS), ...tags(stream.tags), ...attachment, ...cover };
    for (const [field, value] of Object.entries(said)) facts.push(`stream ${i} ${field}=${shown(value)}`);
  }
  for (const chapter of list(all.chapters)) {
    // The last chapter ends with the file. The end of the file moves by a few milliseconds with every remake.
    facts.push(`chapter ${Number(chapter.start_time).toFixed(1)} ${shown(tags(chapter.tags))}`);
  }
  const format = record(all.format);
  facts.push(`format=${shown(format.format_name)}`, `file ${shown(tags(format.tags))}`);
  const frames = await ffprobe(path, "-select_streams", "v:0", "-read_intervals", "%+#1", "-show_frames");
  const first = list(frames.frames)[0];
  if (first) {
    const side = list(first.side_data_list).filter(({ side_data_type }) =>
      !/unregistered|timecode/i.test(String(side_data_type))
    );
    const fields = [
      "color_range",
      "color_space",
      "color_primaries",
      "color_transfer",
      "interlaced_frame",
      "sample_aspect_ratio",
    ];
    for (const [field, value] of Object.entries({ ...pick(first, fields), side })) {
      facts.push(`picture ${field}=${shown(value)}`);
    }
  }
  return facts;
}

async function packetHash(path: string, index: number): Promise<string> {
  const args = ["-v", "quiet", "-nostdin", "-i", path, "-map", `0:${index}`, "-c", "copy", "-f", "md5", "-"];
  return new TextDecoder().decode(await run("ffmpeg", args));
}

/** Returns the cached facts of a file that never changes. */
export async function knownFacts(path: string): Promise<string[]> {
  const file = await cachedFile(["facts-4", path], async (folder) => {
    const to = join(folder, "facts.json");
    await Deno.writeTextFile(to, JSON.stringify(await factsOf(path)));
    return to;
  });
  return JSON.parse(await Deno.readTextFile(file));
}

/** Returns the cached packet times of a file that never changes. */
export async function knownTimes(path: string): Promise<Map<number, number[]>> {
  const file = await cachedFile(["times-2", path], async (folder) => {
    const to = join(folder, "times.json");
    await Deno.writeTextFile(to, JSON.stringify([...await packetTimes(path)]));
    return to;
  });
  return new Map(JSON.parse(await Deno.readTextFile(file)));
}

/** Returns the start times of all packets in milliseconds, ascending, by stream index. */
export async function packetTimes(path: string): Promise<Map<number, number[]>> {
  const args = ["-v", "error", "-show_entries", "packet=stream_index,pts_time", "-of", "csv=p=0", path];
  const text = new TextDecoder().decode(await run("ffprobe", args));
  const times = new Map<number, number[]>();
  for (const line of text.split("\n")) {
    const [index = "", time = ""] = line.split(",");
    if (!Number.isFinite(parseFloat(time))) continue;
    const known = times.get(Number(index)) ?? [];
    known.push(Math.round(Number(time) * 1000));
    times.set(Number(index), known);
  }
  for (const known of times.values()) known.sort((a, b) => a - b);
  return times;
}
