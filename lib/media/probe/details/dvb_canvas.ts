import type { Probe, SubtitleStream } from "../model.ts";
import { ask, type ProbeOptions } from "../run_ffprobe.ts";

/** Size in pixels of the canvas that the positions of bitmap subtitles refer to. */
type Canvas = NonNullable<SubtitleStream["canvas"]>;

/** Canvas of streams without a display definition (EN 300 743). */
const STANDARD: Canvas = { width: 720, height: 576 };

const SEGMENT_START = 0x0f;
const DISPLAY_DEFINITION = 0x14;

/** Returns the canvas that a packet of DVB subtitles defines. Undefined if it contains no definition. Pure. */
export function canvasIn(packet: Uint8Array): Canvas | undefined {
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
  // Some containers keep the two data identifier bytes before the first segment.
  for (let at = packet[0] === SEGMENT_START ? 0 : 2; at + 6 <= packet.length && packet[at] === SEGMENT_START;) {
    const length = view.getUint16(at + 4);
    if (packet[at + 1] === DISPLAY_DEFINITION && length >= 5 && at + 11 <= packet.length) {
      return { width: view.getUint16(at + 7) + 1, height: view.getUint16(at + 9) + 1 };
    }
    at += 6 + length;
  }
  return undefined;
}

/** Parses a hexadecimal dump of ffprobe. */
const bytesOf = (dump: string): Uint8Array =>
  Uint8Array.from(
    dump.split("\n").flatMap((line) => {
      const digits = line.slice(line.indexOf(": ") + 2).split("  ")[0]?.replaceAll(" ", "") ?? "";
      return digits.match(/../g)?.map((pair) => parseInt(pair, 16)) ?? [];
    }),
  );

/** Determines the canvas of DVB subtitles. Its size may differ from that of the video, which ffmpeg uses. */
export async function addCanvas(
  { path, streams, startSeconds, durationSeconds }: Probe,
  options: ProbeOptions,
): Promise<void> {
  for (const stream of streams) {
    if (stream.kind !== "subtitle" || stream.codec !== "dvb_subtitle") continue;
    const middle = (startSeconds + durationSeconds / 2).toFixed(2);
    const answer = await ask(path, [
      ...["-select_streams", String(stream.index), "-read_intervals", `%+60,${middle}%+30`],
      ...["-show_data", "-show_entries", "packet=data"],
    ], options).catch(() => ({}));
    options.signal?.throwIfAborted();
    const { packets = [] } = answer as { packets?: { data?: string }[] };
    const [defined] = packets.flatMap(({ data }) => data === undefined ? [] : canvasIn(bytesOf(data)) ?? []);
    stream.canvas = defined ?? STANDARD;
  }
}
