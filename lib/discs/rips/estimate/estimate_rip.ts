import { keptAudio } from "../../choose/audio_choice.ts";
import type { RipEstimate, RipEstimateRequest, StoredRip } from "../../rip_schema.ts";
import type { DiscTitle } from "../../title_schema.ts";
import { existingRip } from "../announce.ts";
import type { RipsState } from "../deps.ts";
import { profileOf } from "../encode_titles.ts";
import { titleProbe } from "./title_probe.ts";

/** Estimates the copies and encodes of a selection of titles. Changes nothing. Throws `not_found`, `no_profile`. */
export async function estimateRip(
  state: RipsState,
  id: string,
  { options, ...wanted }: RipEstimateRequest,
): Promise<RipEstimate> {
  const { record: stored } = await existingRip(state, id);
  const record: StoredRip = { ...stored, ...wanted, options: { ...stored.options, ...options } };
  const titles = record.titles.filter((title) => record.selectedTitleIds.includes(title.id));
  const ripBytes = Math.round(titles.reduce((sum, title) => sum + copyBytes(record, title), 0));
  const anime = record.media.seriesType === "anime" || record.media.matchedBy === "animedb";
  const transcode = record.options.transcode && titles.length > 0 && record.cd === undefined
    ? await state.estimates.forecast(titles.map((title) => titleProbe(title, record)), profileOf(state, record), {
      anime,
    })
    : undefined;
  const speed = await copySpeed(state, stored);
  return {
    ripBytes,
    ...(transcode === undefined ? {} : { transcode }),
    titleCount: titles.length,
    durationSeconds: titles.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    ...(speed === undefined ? {} : { ripSeconds: Math.round(ripBytes / speed) }),
  };
}

/** Average compression ratio of FLAC for music. */
const FLAC_SHARE = 0.65;

/** Returns the size of a title without the audio tracks that are not selected, as far as their bitrates are known. */
function copyBytes({ audioMode, selectedAudio, cd }: StoredRip, title: DiscTitle): number {
  if (cd !== undefined) return title.sizeBytes * FLAC_SHARE;
  const kept = keptAudio(title.audioTracks, audioMode, selectedAudio[String(title.id)]);
  const dropped = title.audioTracks.filter(({ index }) => !kept.includes(index));
  const bytes = dropped.reduce((sum, { bitrateKbps = 0 }) => sum + bitrateKbps * 125 * title.durationSeconds, 0);
  return Math.max(title.sizeBytes / 4, title.sizeBytes - bytes);
}

/** Returns the speed of earlier copies from the same drive in bytes per second. Undefined if there are none. */
async function copySpeed({ repository }: RipsState, { drivePath, origin }: StoredRip): Promise<number | undefined> {
  const earlier = (await repository.list()).map(({ record }) => record).filter((record) =>
    record.origin === origin && record.drivePath === drivePath && (record.ripSeconds ?? 0) > 0 &&
    record.files.length > 0
  );
  const seconds = earlier.reduce((sum, { ripSeconds = 0 }) => sum + ripSeconds, 0);
  const bytes = earlier.flatMap(({ titles, files }) =>
    titles.filter(({ id }) => files.some(({ titleId }) => titleId === id)).map(({ sizeBytes }) => sizeBytes)
  ).reduce((sum, size) => sum + size, 0);
  return seconds > 0 && bytes > 0 ? bytes / seconds : undefined;
}
