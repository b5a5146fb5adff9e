import { angleDisc } from "../fixtures/discs/dvd_angles.ts";
import { type AuthoredDisc as AuthoredDvd, authoredMs, filmDisc, seriesDisc } from "../fixtures/discs/dvd_authoring.ts";
import { STANDARDS } from "../fixtures/discs/dvd_clips.ts";
import type { AuthoredDisc as AuthoredBluray, DiscSpec } from "../fixtures/discs/bluray_authoring.ts";
import { type createBlurayShelf, FILM, PERMUTED, SEASON, UHD } from "../fixtures/discs/bluray_discs.ts";
import type { DiscType } from "../../lib/discs/model.ts";

/** Expected content of each disc, derived only from its authoring. */

/** A title as authored. Times are in milliseconds. */
export interface TitleTruth {
  sourceFile: string;
  angle?: number;
  ms: number;
  frameMs: number;
  chapters: number[];
  /** dvdauthor moves chapters to the start of the GOP that contains them. */
  chapterEarlyMs: number;
  /** Language, codec and, if the disc states them, channels, followed by `commentary` for a commentary track. */
  audio: string[];
  /** Language, followed by `forced` for a forced track. */
  subtitles: string[];
  video: string;
  /** Played clips, in order. */
  clips: string[];
}

/** A disc with its expected content. */
export interface DiscTruth {
  name: string;
  type: DiscType;
  /** Disc name of a Blu-ray that has one. */
  discName?: string;
  titles: TitleTruth[];
  /**
   * Source files of titles that play other titles in sequence. `duplicates` has the source files of titles that repeat
   * another title.
   */
  playAll: string[];
  duplicates: Record<string, string>;
  /** Number of titles that obfuscate the movie. */
  obfuscated: number;
  /** Warnings that a reader must report about omitted content. */
  warnings: RegExp[];
}

/** A DVD and its input streams. */
export interface DvdTruth extends DiscTruth {
  make: () => Promise<AuthoredDvd>;
}

/** A Blu-ray and its input streams. */
export interface BlurayTruth extends DiscTruth {
  spec: DiscSpec;
}

const NOTHING_ODD = { playAll: [], duplicates: {}, obfuscated: 0, warnings: [] };

/** Tracks of a DVD's titles, in title order. */
type Tracks = Pick<TitleTruth, "audio" | "subtitles" | "video">;

async function dvdTitles(
  make: () => Promise<AuthoredDvd>,
  sources: [sourceFile: string, angle?: number][],
  tracks: Tracks[],
): Promise<TitleTruth[]> {
  const { titles } = await make();
  return titles.map((title, i) => {
    const { gop, frameMs } = STANDARDS[title.clips[0]?.options.standard ?? "pal"];
    const [sourceFile = "", angle] = sources[i] ?? [];
    return {
      ...{ sourceFile, ms: authoredMs(title), frameMs, chapters: title.chapters, chapterEarlyMs: gop * frameMs },
      ...(angle === undefined ? {} : { angle }),
      ...(tracks[i] ?? { audio: [], subtitles: [], video: "" }),
      clips: [],
    };
  });
}

/** Returns the DVDs. */
export async function dvds(): Promise<DvdTruth[]> {
  const film: Tracks = {
    audio: ["eng ac3 6", "deu ac3 2", "eng ac3 2 commentary"],
    subtitles: ["eng", "deu forced"],
    video: "mpeg2 720x576 25",
  };
  const episode: Tracks = { audio: ["jpn ac3 2"], subtitles: ["eng"], video: "mpeg2 720x480 29.97" };
  const angle: Tracks = { audio: ["eng ac3 2"], subtitles: [], video: "mpeg2 720x576 25" };
  return [
    {
      ...{ name: "DVD_FILM", type: "dvd", make: filmDisc, ...NOTHING_ODD },
      titles: await dvdTitles(filmDisc, [["01"]], [film]),
    },
    {
      ...{ name: "DVD_SERIES", type: "dvd", make: seriesDisc, ...NOTHING_ODD, playAll: ["01"] },
      titles: await dvdTitles(seriesDisc, [["01"], ["02"], ["03"], ["04"]], [
        ...[episode, episode, episode, { ...episode, subtitles: [] }],
      ]),
    },
    {
      ...{ name: "DVD_ANGLES", type: "dvd", make: angleDisc, ...NOTHING_ODD },
      titles: await dvdTitles(angleDisc, [["01", 1], ["01", 2]], [angle, angle]),
    },
  ];
}

type Shelf = ReturnType<typeof createBlurayShelf>;

const FRAME_MS = { "24000/1001": 1001 / 24, "25": 40 };
/** Playlists do not state the number of channels above two. */
const CHANNELS = { "stereo": " 2", "5.1": "" };
/** Playlists use the older language codes. */
const TODAYS = new Map([["ger", "deu"]]);
const spoken = (language: string) => TODAYS.get(language) ?? language;

/** Returns one title for each angle of each playlist, from the specification and the frame counts. */
function blurayTitles({ spec, clips }: AuthoredBluray): TitleTruth[] {
  return spec.playlists.flatMap(({ name, items, chapters }) => {
    const angles = 1 + Math.max(0, ...items.map(({ angles = [] }) => angles.length));
    return Array.from({ length: angles }, (_, i): TitleTruth => {
      const played = items.map(({ clip, angles = [] }) => (i === 0 ? clip : angles[i - 1]) ?? clip);
      const first = clips.get(played[0] ?? "")?.spec;
      const frameMs = FRAME_MS[first?.rate ?? "24000/1001"];
      const lengths = items.map(({ fromMs = 0, toMs }, at) =>
        (toMs ?? (clips.get(played[at] ?? "")?.frames ?? 0) * frameMs) - fromMs
      );
      const startOf = (item: number) => lengths.slice(0, item).reduce((sum, ms) => sum + ms, 0);
      const [size, rate] = [first?.size === "3840x2160" ? first.size : "1920x1080", frameMs === 40 ? 25 : 23.976];
      return {
        sourceFile: `${name}.mpls`,
        ...(angles > 1 ? { angle: i + 1 } : {}),
        ...{ ms: startOf(lengths.length), frameMs, chapterEarlyMs: 0, clips: played },
        chapters: chapters.map(({ item, ms }) => startOf(item) + ms),
        audio: (first?.audio ?? []).map(({ codec, language, layout = "stereo" }) =>
          `${spoken(language)} ${codec}${CHANNELS[layout]}`
        ),
        subtitles: (first?.subtitles ?? []).map(({ language }) => spoken(language)),
        video: `${first?.video ?? "h264"} ${size} ${rate}`,
      };
    });
  });
}

/** Returns the Blu-rays. */
export async function blurays(shelf: Shelf): Promise<BlurayTruth[]> {
  const titlesOf = async (spec: DiscSpec) => blurayTitles(await shelf.make(spec));
  return [
    {
      ...{ name: "BD_FILM", type: "bluray", spec: FILM, ...NOTHING_ODD, discName: "Glass Harbor & Son" },
      titles: (await titlesOf(FILM)).filter(({ sourceFile }) => sourceFile !== "00900.mpls"),
      duplicates: { "00801.mpls": "00800.mpls" },
      warnings: [/00900\.mpls is skipped: it plays the same section 12 times/],
    },
    {
      ...{ name: "BD_SEASON", type: "bluray", spec: SEASON, ...NOTHING_ODD, discName: "Hollow Hill Season 1 Disc 1" },
      ...{ titles: await titlesOf(SEASON), playAll: ["00200.mpls"] },
    },
    {
      ...{ name: "BD_UHD", type: "uhd", spec: UHD, ...NOTHING_ODD, discName: "Glass Harbor" },
      titles: (await titlesOf(UHD)).map((title) => ({ ...title, video: `${title.video} hdr10` })),
    },
    {
      // All sixty titles are listed and can be copied. Each is marked as one of many similar titles, so none is
      // selected. The same clips in another order are not a duplicate, because only one order is the movie. The last
      // two have the same clip order as the first two and are duplicates.
      ...{ name: "BD_PERMUTED", type: "bluray", spec: PERMUTED, ...NOTHING_ODD, obfuscated: 60 },
      titles: await titlesOf(PERMUTED),
      duplicates: { "00358.mpls": "00300.mpls", "00359.mpls": "00301.mpls" },
    },
  ];
}
