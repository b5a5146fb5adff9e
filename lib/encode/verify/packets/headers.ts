import * as z from "zod";
import { runProcess } from "../../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../../media/probe/input_args.ts";

/** Header data that is not in a probe: attachments and decoder configuration, as checksums. */

const Answer = z.object({
  streams: z.array(z.object({
    index: z.int(),
    codec_name: z.string().default("unknown"),
    codec_type: z.string().optional(),
    extradata_size: z.number().default(0),
    extradata_hash: z.string().default(""),
    disposition: z.object({ attached_pic: z.number().default(0) }).catchall(z.number()).default({ attached_pic: 0 }),
    tags: z.record(z.string(), z.string()).default({}),
  })).default([]),
});

/**
 * One stream as reported by ffprobe. `extradata_size` is in bytes. `extradata_hash` is a CRC-32, and empty without
 * extradata.
 */
export type StreamHeader = z.infer<typeof Answer>["streams"][number];

/**
 * Creates a function that returns the headers of every stream of a file. Undefined if ffprobe cannot read them. Queries
 * ffprobe once per file, and not at all if its output (with CRC-32 as data hash) is already available.
 */
export function createHeaderReader(
  options: ReaderOptions,
  answered: { path: string; json: unknown },
): (path: string) => Promise<StreamHeader[] | undefined> {
  const known = new Map<string, Promise<StreamHeader[] | undefined>>();
  const streams = Answer.safeParse(answered.json).data?.streams;
  if (streams) known.set(answered.path, Promise.resolve(streams));
  return (path) => {
    const answer = known.get(path) ?? readHeaders(options, path);
    known.set(path, answer);
    return answer;
  };
}

interface ReaderOptions {
  ffprobePath: string;
  signal?: AbortSignal;
}

async function readHeaders(
  { ffprobePath, signal }: ReaderOptions,
  path: string,
): Promise<StreamHeader[] | undefined> {
  const { stdout, code } = await runProcess({
    path: ffprobePath,
    args: [
      ...["-hide_banner", "-v", "error", ...INPUT_GUARDS, "-show_data_hash", "CRC32", "-show_entries"],
      "stream=index,codec_name,codec_type,extradata_size,extradata_hash:stream_disposition:stream_tags=filename,mimetype",
      ...["-of", "json", fileOperand(path)],
    ],
    timeoutMs: 60_000,
    signal,
  });
  return code === 0 ? streamsOf(new TextDecoder().decode(stdout)) : undefined;
}

function streamsOf(text: string): StreamHeader[] | undefined {
  try {
    return Answer.safeParse(JSON.parse(text)).data?.streams;
  } catch {
    return undefined;
  }
}
