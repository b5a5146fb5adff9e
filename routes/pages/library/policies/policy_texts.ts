import { bytes, count } from "../../../../lib/kit/format.ts";
import type { Policy, PolicyMedia } from "../../../../lib/library/policies/model.ts";
import { FORMATS, RESOLUTION_NAMES } from "../usage/format_names.ts";

/** Names and sentences about policies. */

export const SOURCE_NAMES: Record<PolicyMedia["source"], string> = {
  movie: "Movies in Radarr",
  series: "Episodes in Sonarr",
  local: "Local media",
};

export const RANGE_NAMES: Record<PolicyMedia["ranges"][number], string> = {
  hdr: "HDR",
  dv: "Dolby Vision",
  sdr: "SDR",
};

export const ORDER_NAMES: Record<Policy["orderBy"], string> = {
  largest: "Largest files first",
  oldest: "Oldest files first",
  newest: "Newest files first",
};

export const WATCHED_NAMES: Record<PolicyMedia["watched"], string> = {
  any: "Watched and unwatched",
  watched: "Watched only",
  unwatched: "Unwatched only",
};

const joined = (names: readonly string[]): string => names.join(" or ");

/** Describes the files of a policy, one rule per entry. Pure. */
export function mediaTexts(media: PolicyMedia): string[] {
  const { source, folders, tags, genres, remuxOnly, codecs, resolutions, ranges, minSizeBytes, minAgeDays } = media;
  return [
    remuxOnly ? `${SOURCE_NAMES[source]}, remuxes only` : SOURCE_NAMES[source],
    ...(folders.length > 0 ? [`In ${joined(folders)}`] : []),
    ...(tags.length > 0 ? [`Tag ${joined(tags)}`] : []),
    ...(genres.length > 0 ? [`Genre ${joined(genres)}`] : []),
    ...(codecs.length > 0 ? [joined(codecs.map((codec) => FORMATS[codec].name))] : []),
    ...(resolutions.length > 0 ? [joined(resolutions.map((name) => RESOLUTION_NAMES[name].name))] : []),
    ...(ranges.length > 0 ? [joined(ranges.map((range) => RANGE_NAMES[range]))] : []),
    ...(minSizeBytes > 0 ? [`At least ${bytes(minSizeBytes)}`] : []),
    ...(minAgeDays > 0 ? [`Added at least ${count(minAgeDays, "day")} ago`] : []),
    ...(media.watched === "any" ? [] : [WATCHED_NAMES[media.watched]]),
  ];
}

/** Describes when and how much a policy queues, one rule per entry. Pure. */
export function boundTexts({ bounds, hours, orderBy }: Pick<Policy, "bounds" | "hours" | "orderBy">): string[] {
  const { filesPerDay, bytesPerDay, minGainPercent, skipHardLinks } = bounds;
  return [
    ORDER_NAMES[orderBy],
    ...(filesPerDay > 0 ? [`At most ${count(filesPerDay, "file")} per day`] : []),
    ...(bytesPerDay > 0 ? [`At most ${bytes(bytesPerDay)} per day`] : []),
    ...(hours === null ? [] : [`From ${hours.from} to ${hours.to}`]),
    ...(minGainPercent > 0 ? [`Saves at least ${minGainPercent} %`] : []),
    ...(skipHardLinks ? ["Skips files with hard links"] : []),
  ];
}
