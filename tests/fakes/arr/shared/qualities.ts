import type { AppName, Quality, QualityModel } from "./types.ts";

type Row = [id: number, name: string, source?: string, resolution?: number, modifier?: string];

const RADARR: Row[] = [
  [0, "Unknown", "unknown", 0, "none"],
  [24, "WORKPRINT", "workprint", 0, "none"],
  [25, "CAM", "cam", 0, "none"],
  [26, "TELESYNC", "telesync", 0, "none"],
  [27, "TELECINE", "telecine", 0, "none"],
  [29, "REGIONAL", "dvd", 480, "regional"],
  [28, "DVDSCR", "dvd", 480, "screener"],
  [1, "SDTV", "tv", 480, "none"],
  [2, "DVD", "dvd", 0, "none"],
  [23, "DVD-R", "dvd", 480, "remux"],
  [8, "WEBDL-480p", "webdl", 480, "none"],
  [12, "WEBRip-480p", "webrip", 480, "none"],
  [20, "Bluray-480p", "bluray", 480, "none"],
  [21, "Bluray-576p", "bluray", 576, "none"],
  [4, "HDTV-720p", "tv", 720, "none"],
  [5, "WEBDL-720p", "webdl", 720, "none"],
  [14, "WEBRip-720p", "webrip", 720, "none"],
  [6, "Bluray-720p", "bluray", 720, "none"],
  [9, "HDTV-1080p", "tv", 1080, "none"],
  [3, "WEBDL-1080p", "webdl", 1080, "none"],
  [15, "WEBRip-1080p", "webrip", 1080, "none"],
  [7, "Bluray-1080p", "bluray", 1080, "none"],
  [30, "Remux-1080p", "bluray", 1080, "remux"],
  [16, "HDTV-2160p", "tv", 2160, "none"],
  [18, "WEBDL-2160p", "webdl", 2160, "none"],
  [17, "WEBRip-2160p", "webrip", 2160, "none"],
  [19, "Bluray-2160p", "bluray", 2160, "none"],
  [31, "Remux-2160p", "bluray", 2160, "remux"],
  [22, "BR-DISK", "bluray", 1080, "brdisk"],
  [10, "Raw-HD", "tv", 1080, "rawhd"],
];

const SONARR: Row[] = [
  [0, "Unknown", "unknown", 0],
  [1, "SDTV", "television", 480],
  [12, "WEBRip-480p", "webRip", 480],
  [8, "WEBDL-480p", "web", 480],
  [2, "DVD", "dvd", 480],
  [13, "Bluray-480p", "bluray", 480],
  [22, "Bluray-576p", "bluray", 576],
  [4, "HDTV-720p", "television", 720],
  [9, "HDTV-1080p", "television", 1080],
  [10, "Raw-HD", "televisionRaw", 1080],
  [14, "WEBRip-720p", "webRip", 720],
  [5, "WEBDL-720p", "web", 720],
  [6, "Bluray-720p", "bluray", 720],
  [15, "WEBRip-1080p", "webRip", 1080],
  [3, "WEBDL-1080p", "web", 1080],
  [7, "Bluray-1080p", "bluray", 1080],
  [20, "Bluray-1080p Remux", "blurayRaw", 1080],
  [16, "HDTV-2160p", "television", 2160],
  [17, "WEBRip-2160p", "webRip", 2160],
  [18, "WEBDL-2160p", "web", 2160],
  [19, "Bluray-2160p", "bluray", 2160],
  [21, "Bluray-2160p Remux", "blurayRaw", 2160],
];

const LIDARR: Row[] = [
  [0, "Unknown"],
  [1, "MP3-192"],
  [9, "AAC-192"],
  [16, "OGG Vorbis Q8"],
  [10, "AAC-256"],
  [3, "MP3-256"],
  [2, "MP3-VBR-V0"],
  [4, "MP3-320"],
  [7, "ALAC"],
  [6, "FLAC"],
  [37, "ALAC 24bit"],
  [21, "FLAC 24bit"],
  [13, "WAV"],
];

const TABLES: Record<AppName, Row[]> = { Radarr: RADARR, Sonarr: SONARR, Lidarr: LIDARR, Prowlarr: [] };

const made = new Map<AppName, Quality[]>();

/** Returns every quality of an application, worst first. */
export function qualitiesOf(app: AppName): Quality[] {
  const qualities = made.get(app) ?? read(TABLES[app]);
  made.set(app, qualities);
  return qualities;
}

const read = (rows: Row[]): Quality[] =>
  rows.map(([id, name, source, resolution, modifier]) => ({
    id,
    name,
    ...(source === undefined ? {} : { source }),
    ...(resolution === undefined ? {} : { resolution }),
    ...(modifier === undefined ? {} : { modifier }),
  }));

/** Returns the quality with this name, in the spelling of the application. */
export function qualityNamed(app: AppName, name: string, version = 1): QualityModel {
  const quality = qualitiesOf(app).find((quality) => quality.name === name);
  if (quality === undefined) throw new Error(`expected a quality of ${app}, found ${name}`);
  return { quality, revision: { version, real: 0, isRepack: false } };
}

/** Detects the quality in a release or file name. */
export function qualityIn(app: AppName, text: string): QualityModel {
  const name = app === "Lidarr" ? musicName(text) : videoName(app, text);
  const known = qualitiesOf(app).some((quality) => quality.name === name) ? name : "Unknown";
  const model = qualityNamed(app, known, /\b(proper|repack|v2)\b/i.test(text) ? 2 : 1);
  return { ...model, revision: { ...model.revision, isRepack: /\brepack\b/i.test(text) } };
}

function videoName(app: AppName, text: string): string {
  const resolution = /2160p|\b4k\b/i.test(text) ? 2160 : Number(/(1080|720|576|480)[pi]/i.exec(text)?.[1] ?? 0);
  if (/remux/i.test(text) && resolution >= 1080) {
    return app === "Radarr" ? `Remux-${resolution}p` : `Bluray-${resolution}p Remux`;
  }
  if (/complete.(uhd.)?blu-?ray/i.test(text)) return "BR-DISK";
  if (/blu-?ray|bdrip|brrip|\bbd\b/i.test(text)) return `Bluray-${resolution || 1080}p`;
  if (/web-?rip/i.test(text)) return `WEBRip-${resolution || 480}p`;
  if (/web-?dl|\bweb\b/i.test(text)) return `WEBDL-${resolution || 480}p`;
  if (/\bdvd(rip)?\b/i.test(text)) return "DVD";
  if (/\bcam\b/i.test(text)) return app === "Radarr" ? "CAM" : "Unknown";
  if (resolution >= 720) return `HDTV-${resolution}p`;
  return /hdtv|sdtv|\btv\b/i.test(text) || resolution > 0 ? "SDTV" : "Unknown";
}

function musicName(text: string): string {
  const deep = /24[ -]?bit|\b24[-/]\d{2}/i.test(text);
  if (/flac/i.test(text)) return deep ? "FLAC 24bit" : "FLAC";
  if (/alac/i.test(text)) return deep ? "ALAC 24bit" : "ALAC";
  if (/wav\b/i.test(text)) return "WAV";
  if (/\bv0\b/i.test(text)) return "MP3-VBR-V0";
  if (/ogg|vorbis/i.test(text)) return "OGG Vorbis Q8";
  const format = /aac|m4a/i.test(text) ? "AAC" : "MP3";
  return /mp3|aac|m4a/i.test(text) ? `${format}-${/320|256|192/.exec(text)?.[0] ?? "320"}` : "Unknown";
}
