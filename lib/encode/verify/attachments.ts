import { z } from "zod";
import { runProcess } from "../../kit/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/input_args.ts";
import { codecName } from "../words.ts";
import type { Evidence, Findings } from "./model.ts";

/** Compares fonts and covers by name, size and checksum. */

interface Attachment {
  index: number;
  /** Empty when the container names none. */
  name: string;
  bytes: number;
  checksum: string;
  /** A picture that ffmpeg shows as a video stream. */
  asVideo: boolean;
  codec: string;
}

const Answer = z.object({
  streams: z.array(z.object({
    index: z.int(),
    codec_name: z.string().default("unknown"),
    codec_type: z.string().optional(),
    extradata_size: z.number().default(0),
    extradata_hash: z.string().default(""),
    disposition: z.object({ attached_pic: z.number().default(0) }).default({ attached_pic: 0 }),
    tags: z.record(z.string(), z.string()).default({}),
  })).default([]),
});

/** Attachments and covers of a file; covers without their size, which only packets tell. */
async function readAttachments({ ffprobePath, signal }: Evidence, path: string): Promise<Attachment[] | undefined> {
  const { stdout, code } = await runProcess({
    path: ffprobePath,
    args: [
      ...["-hide_banner", "-v", "error", ...INPUT_GUARDS, "-show_data_hash", "CRC32", "-show_entries"],
      "stream=index,codec_name,codec_type,extradata_size,extradata_hash:stream_disposition=attached_pic:stream_tags=filename",
      ...["-of", "json", fileOperand(path)],
    ],
    timeoutMs: 60_000,
    signal,
  });
  if (code !== 0) return undefined;
  const parsed = Answer.safeParse(JSON.parse(new TextDecoder().decode(stdout)));
  if (!parsed.success) return undefined;
  return parsed.data.streams
    .filter((stream) => stream.codec_type === "attachment" || stream.disposition.attached_pic === 1)
    .map((stream) => ({
      index: stream.index,
      name: Object.entries(stream.tags).find(([key]) => key.toLowerCase() === "filename")?.[1] ?? "",
      bytes: stream.codec_type === "attachment" ? stream.extradata_size : 0,
      checksum: stream.codec_type === "attachment" ? stream.extradata_hash : "",
      asVideo: stream.codec_type !== "attachment",
      codec: stream.codec_name,
    }));
}

/** Every planned attachment has to be there, byte for byte. */
export async function checkAttachments(evidence: Evidence): Promise<Findings> {
  const { plan, probe, path, packets } = evidence;
  const [source, result] = await Promise.all([
    readAttachments(evidence, probe.path),
    readAttachments(evidence, path),
  ]);
  if (!source || !result) return { problems: [], unmade: "The attachments could not be listed." };
  const sized = (all: Attachment[], side: "source" | "result") =>
    all.map((one) => one.asVideo ? { ...one, ...coverSize(packets?.[side].tracks.get(one.index)) } : one);
  const left = sized(result, "result");
  const problems: string[] = [];
  for (const wanted of sized(source, "source").filter(({ index }) => plan.attachments.includes(index))) {
    const fits = (one: Attachment) => one.bytes === wanted.bytes && one.checksum === wanted.checksum;
    const name = wanted.name || codecName(wanted.codec);
    const i = left.findIndex((one) => fits(one) && (wanted.name === "" || one.name === wanted.name));
    const only = left.findIndex((one) => wanted.name !== "" && one.name === wanted.name);
    // Other containers than Matroska give covers no name.
    const nameless = left.findIndex((one) => fits(one) && (one.name === "" || wanted.asVideo));
    const found = i >= 0 ? i : nameless;
    if (found >= 0) left.splice(found, 1);
    else if (only >= 0) problems.push(`The attachment ${name} is not the one of the source.`);
    else problems.push(`The attachment ${name} is missing.`);
  }
  if (problems.length === 0 && left.length > 0) {
    problems.push(`There are ${left.length} attachments that were not planned.`);
  }
  return { problems, text: `${plan.attachments.length} attachments byte for byte` };
}

const coverSize = (track: { bytes: number; checksums: number[] } | undefined) => ({
  bytes: track?.bytes ?? 0,
  checksum: String(track?.checksums[0] ?? ""),
});
