import type { TagFacts } from "../model.ts";
import { word } from "./tokens.ts";

const CLASSES = ["2160", "1080", "720", "576", "480"];

/** Returns 1080 for 1080p and 1080i, and 480 for everything below 576. */
function classOf(resolution: string | undefined): string | undefined {
  const lines = Number.parseInt(resolution ?? "", 10);
  if (Number.isNaN(lines)) return undefined;
  return CLASSES.find((size) => lines >= Number(size)) ?? "480";
}

const isOld = (tags: TagFacts): boolean => tags.videoCodec === "xvid" || tags.videoCodec === "divx";

/** Returns the name of a movie's quality in Radarr. */
export function movieQuality(tags: TagFacts, text: string, container?: string): string {
  if (tags.modifier === "screener") return "DVDSCR";
  if (tags.modifier === "regional") return "REGIONAL";
  if (tags.modifier === "brdisk") return "BR-DISK";
  if (tags.source === "dvd") return tags.disc ? "DVD-R" : "DVD";
  const early = { cam: "CAM", telesync: "TELESYNC", telecine: "TELECINE", workprint: "WORKPRINT" } as const;
  if (tags.source && tags.source in early) return early[tags.source as keyof typeof early];
  if (isFullRemux(tags)) return `Remux-${classOf(tags.resolution) === "2160" ? "2160p" : "1080p"}`;
  return common(tags, text, container);
}

/** Returns the name of an episode's quality in Sonarr, which has no qualities for discs and cinema recordings. */
export function seriesQuality(tags: TagFacts, text: string, container?: string): string {
  if (tags.source === "dvd") return "DVD";
  if (isFullRemux(tags)) return `Bluray-${classOf(tags.resolution) === "2160" ? "2160p" : "1080p"} Remux`;
  return common(tags, text, container);
}

/**
 * True for a remux for which the managers have a quality. Remuxes with fewer than 1080 lines have none and are treated
 * as normal discs.
 */
const isFullRemux = ({ modifier, resolution }: TagFacts): boolean =>
  modifier === "remux" && (resolution === undefined || Number(classOf(resolution)) >= 1080);

/** Returns names of qualities that Radarr and Sonarr have in common. */
function common(tags: TagFacts, text: string, container?: string): string {
  const size = classOf(tags.resolution);
  switch (tags.source) {
    case "bluray":
      if (isOld(tags)) return "Bluray-480p";
      if (size) return `Bluray-${size}p`;
      return word("BD[-_. ]?Rip|BR[-_. ]?Rip").test(text) ? "Bluray-480p" : "Bluray-720p";
    case "web-dl":
    case "webrip": {
      const kind = tags.source === "web-dl" ? "WEBDL" : "WEBRip";
      if (size && Number(size) >= 720) return `${kind}-${size}p`;
      return /\[WEB(?:DL|Rip)?\]/iu.test(text) && !size ? `${kind}-720p` : `${kind}-480p`;
    }
    case "hdtv":
      if (tags.modifier === "rawhd") return "Raw-HD";
      if (size && Number(size) >= 720) return `HDTV-${size}p`;
      if (!size && (/\[HDTV\]|HD[. ]TV/iu.test(text) || word("HR[-_. ]WS[-_. ]PDTV").test(text))) return "HDTV-720p";
      return "SDTV";
    case undefined:
      return withoutSource(tags, size, container);
    default:
      return "Unknown";
  }
}

/**
 * Returns the quality of a release without a source. The managers treat a release whose name contains only the
 * resolution as a television recording.
 */
function withoutSource(tags: TagFacts, size: string | undefined, container = ""): string {
  if (size) return Number(size) >= 720 ? `HDTV-${size}p` : "SDTV";
  if (tags.videoCodec === "x264" || isOld(tags)) return "SDTV";
  return OF_CONTAINER[container] ?? "Unknown";
}

/** Quality indicated by a container that is used for only one kind of source, if nothing else is known. */
const OF_CONTAINER: Record<string, string> = {
  m2ts: "Bluray-720p",
  avi: "SDTV",
  divx: "SDTV",
  rmvb: "SDTV",
  asf: "SDTV",
  wmv: "SDTV",
  flv: "SDTV",
  mpg: "SDTV",
  mpeg: "SDTV",
  wtv: "HDTV-720p",
};
