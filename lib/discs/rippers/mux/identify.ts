import * as z from "zod";
import { parseUntrustedJson } from "../../../kit/json/json.ts";
import { runProcess } from "../../../kit/process/process.ts";
import { RipProblem } from "../../ripper_model.ts";

/** The relevant part of the output of `mkvmerge -J`. */
const Identified = z.object({
  container: z.object({ recognized: z.boolean() }),
  tracks: z.array(z.object({
    id: z.int(),
    type: z.string(),
    codec: z.string(),
    properties: z.object({
      stream_id: z.int().optional(),
      sub_stream_id: z.int().optional(),
      language: z.string().optional(),
      audio_channels: z.int().optional(),
      codec_id: z.string().optional(),
    }).default({}),
  })),
});

/** A track with its mkvmerge ID. */
export interface MuxTrack {
  id: number;
  kind: "video" | "audio" | "subtitles";
  codec: string;
  /** PID in a transport stream, or stream or substream ID in a program stream, as in `DiscAudio`. */
  streamId?: number;
  language?: string;
  channels?: number;
  /** Matroska codec ID. Present only for tracks of a Matroska file. */
  codecId?: string;
}

const TIMEOUT_MS = 120_000;

/** Returns the tracks that mkvmerge finds in a file. Throws `RipProblem` `failed` if it does not recognise the file. */
export async function identify(mkvmerge: string, path: string, signal: AbortSignal): Promise<MuxTrack[]> {
  const { stdout } = await runProcess({ path: mkvmerge, args: ["-J", path], timeoutMs: TIMEOUT_MS, signal });
  const tracks = identified(stdout);
  if (tracks === undefined) {
    throw new RipProblem("failed", "mkvmerge does not recognise the data copied from the disc.");
  }
  return tracks;
}

/** Parses the tracks in the output of `mkvmerge -J`. Undefined if it did not recognise the file. Pure. */
export function identified(json: Uint8Array | string): MuxTrack[] | undefined {
  const parsed = Identified.safeParse(parseUntrustedJson(json));
  if (!parsed.success || !parsed.data.container.recognized) return undefined;
  return parsed.data.tracks.flatMap(({ id, type, codec, properties }) => {
    if (type !== "video" && type !== "audio" && type !== "subtitles") return [];
    const streamId = properties.sub_stream_id ?? properties.stream_id;
    return [{
      ...{ id, kind: type, codec },
      ...(streamId === undefined ? {} : { streamId }),
      ...(properties.language === undefined ? {} : { language: properties.language }),
      ...(properties.audio_channels === undefined ? {} : { channels: properties.audio_channels }),
      ...(properties.codec_id === undefined ? {} : { codecId: properties.codec_id }),
    }];
  });
}
