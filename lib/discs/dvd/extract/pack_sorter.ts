import { DiscFault } from "../../files/model.ts";
import type { ReadTitle } from "../../model.ts";
import { SECTOR_BYTES } from "../ifo/ifo_bytes.ts";
import { isPlainVideo, readNavigation, readPack, VIDEO } from "../packs.ts";
import { createTitleClock } from "./title_clock.ts";
import { type IndexHeader, openVobSub, type VobSubWriter, type WrittenSubtitle } from "./vobsub_writer.ts";

/**
 * Inspects the packs of a title while they are copied: records their streams and times, and writes the subtitle packs.
 */
export interface PackSorter {
  /**
   * Processes complete sectors, starting at `firstSector` of the title set. Throws `DiscFault` `protected` at a
   * scrambled pack.
   */
  push(bytes: Uint8Array, firstSector: number): Promise<void>;
  /** Writes the indexes after the last pack. */
  finish(): Promise<Learnt>;
  close(): Promise<void>;
}

/** Information gathered from the packs. */
export interface Learnt {
  durationMs: number;
  /** IDs of the streams found, ascending. See `Pack`. */
  streams: number[];
  /** Subtitle streams of the title with at least one pack. */
  subtitles: WrittenSubtitle[];
}

/** Maximum time at which the title's first audio starts, at 90 kHz. Later audio cannot precede the first frame. */
const FIRST_AUDIO_LIMIT = 2 * 90_000;
const isAudio = (id: number): boolean => (id >= 0x80 && id <= 0xaf) || (id >= 0xc0 && id <= 0xdf);

/** Creates a sorter that writes the subtitles of `title` into `folder`. */
export function createPackSorter(title: ReadTitle, palette: IndexHeader["palette"], folder: string): PackSorter {
  const clock = createTitleClock(title.video?.frameRate ?? [25, 1]);
  const streams = new Set<number>();
  const writers = new Map<number, VobSubWriter>();
  const listed = new Map(title.subtitles.map((subtitle) => [subtitle.streamId, subtitle]));
  // Start of the audio, if it precedes the first frame. Players and mkvmerge measure times from the earlier of the two.
  let origin = 0;

  async function writerOf(id: number): Promise<VobSubWriter | undefined> {
    const subtitle = listed.get(id);
    if (subtitle === undefined || writers.has(id)) return writers.get(id);
    const { width = 720, height = 576 } = title.video ?? {};
    const writer = await openVobSub(folder, id, { width, height, palette, language: subtitle.language });
    writers.set(id, writer);
    return writer;
  }

  async function pushPack(bytes: Uint8Array, at: number, sector: number): Promise<void> {
    const pack = readPack(bytes, at);
    if (pack.streamId === 0) return;
    if (pack.scrambled) {
      throw new DiscFault("protected", `Sector ${sector} of this title set is scrambled (CSS); it cannot be copied.`);
    }
    const unit = readNavigation(bytes, at);
    if (unit) return clock.enter(unit);
    streams.add(pack.streamId);
    const time = pack.pts === undefined ? undefined : clock.at(pack.pts);
    if (time !== undefined && isAudio(pack.streamId) && clock.elapsed() < FIRST_AUDIO_LIMIT) {
      origin = Math.min(origin, time);
    }
    (await writerOf(pack.streamId))?.add(bytes, at, pack, time);
  }

  return {
    async push(bytes, firstSector) {
      for (let at = 0; at < bytes.length; at += SECTOR_BYTES) {
        if (isPlainVideo(bytes, at)) streams.add(VIDEO);
        else await pushPack(bytes, at, firstSector + at / SECTOR_BYTES);
      }
      for (const writer of writers.values()) await writer.flush();
    },
    async finish() {
      const subtitles: WrittenSubtitle[] = [];
      for (const [, writer] of [...writers].sort(([a], [b]) => a - b)) subtitles.push(await writer.finish(origin));
      return { durationMs: Math.round(clock.elapsed() / 90), streams: [...streams].sort((a, b) => a - b), subtitles };
    },
    async close() {
      for (const writer of writers.values()) await writer.close();
    },
  };
}
