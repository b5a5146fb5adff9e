import { join } from "node:path";
import { cachedFile } from "../../kit/cached_files.ts";
import { ffmpeg, run } from "../tools.ts";
import { drawnSup } from "../../fixtures/subtitle_pictures.ts";
import { type FilmOptions, lengthOf, makeFilm } from "./film.ts";
import { type Layout, makeProgramme, type Voice } from "./programme.ts";
import { ass, linesOf, type Speech, srt } from "./script.ts";

/**
 * Source files as found in a library: a movie with its tracks, subtitles, chapters and attachments in one container.
 */

export interface Track {
  layout: Layout;
  /** Encoder and its options, without `-c:a:N`. */
  args: readonly string[];
  speech?: Speech;
  voice?: Voice;
  language?: string;
  title?: string;
  /** ffmpeg dispositions joined by `+`. */
  flags?: string;
  /** Level of the music under speech. */
  music?: number;
  /** Seed of the audio. The default is the seed of the movie. Audio of another movie has another seed. */
  seed?: number;
  /** Length in seconds if it differs from the length of the movie. */
  seconds?: number;
  /** Seconds by which the track starts after the video. */
  delay?: number;
  /** True if the track contains only digital silence. */
  silent?: boolean;
  /** No speech. */
  quiet?: boolean;
}

export interface Text {
  form: "srt" | "ass" | "mov_text" | "webvtt" | "pgs";
  speech: Speech;
  language: string;
  title?: string;
  flags?: string;
  /** Interval between lines in seconds. */
  every?: number;
  /** Time of the first line in seconds. */
  from?: number;
}

export interface SourceSpec {
  /** File name. Its extension selects the container. */
  file: string;
  film?: Omit<FilmOptions, "seed"> & { seed?: number };
  /** Filters applied to the movie, e.g. a letterbox. */
  filters?: string;
  /** Encoder and its options. */
  video?: readonly string[];
  tracks: readonly Track[];
  texts?: readonly Text[];
  /** Chapter titles, spread evenly. */
  chapters?: readonly string[];
  title?: string;
  /** Additional tags of the file. */
  tags?: Readonly<Record<string, string>>;
  fonts?: readonly string[];
  cover?: boolean;
  /** Length of sources without video, in seconds. */
  seconds?: number;
  seed?: number;
  /** Options inserted before the output. */
  extra?: readonly string[];
  /** Clockwise rotation that players apply, in degrees. */
  rotate?: number;
}

const FONT_FOLDER = "/usr/share/fonts/truetype/dejavu";
const TEXT_FORMS = { srt: "srt", ass: "ass", mov_text: "mov_text", webvtt: "webvtt" } as const;

/** Creates the source or returns the cached file. */
export const makeSource = (spec: SourceSpec): Promise<string> =>
  cachedFile(["source-2", JSON.stringify(spec)], async (folder) => {
    const seconds = spec.film ? lengthOf(spec.film.scenes) : spec.seconds ?? 10;
    const inputs: string[] = [];
    const maps: string[] = [];
    let count = 0;
    const add = (...args: string[]): number => {
      inputs.push(...args);
      return count++;
    };
    const seed = spec.seed ?? 1;
    if (spec.film) {
      const n = add("-i", await makeFilm({ seed, ...spec.film }));
      maps.push("-map", `${n}:v`, ...(spec.filters ? ["-vf", spec.filters] : []), ...(spec.video ?? []));
    }
    await addTracks(spec, { seconds, seed, add, maps });
    const pictures = await addTexts(spec, { folder, seconds, add, maps });
    if (spec.chapters) maps.push("-map_chapters", String(add("-i", await chapterFile(folder, spec.chapters, seconds))));
    else maps.push("-map_chapters", "-1");
    for (const [key, value] of Object.entries({ ...(spec.title ? { title: spec.title } : {}), ...spec.tags })) {
      maps.push("-metadata", `${key}=${value}`);
    }
    const music = /\.(flac|mp3)$/.test(spec.file);
    if (music && spec.cover) {
      maps.push("-map", `${add("-i", await coverFile(folder))}:v`, "-c:v", "copy", "-disposition:v:0", "attached_pic");
    } else maps.push(...await attachments(folder, spec));
    const path = join(folder, spec.file);
    const written = pictures.length > 0 ? join(folder, "plain.mkv") : path;
    await ffmpeg(...inputs, ...maps, "-strict", "-2", ...(spec.extra ?? []), `file:${written}`);
    if (spec.rotate) {
      const turned = join(folder, `turned-${spec.file}`);
      await ffmpeg(
        "-i",
        written,
        "-map",
        "0",
        "-c",
        "copy",
        "-metadata:s:v:0",
        `rotate=${spec.rotate}`,
        `file:${turned}`,
      );
      await Deno.rename(turned, written);
    }
    if (pictures.length > 0) {
      await run("mkvmerge", ["-q", "-o", path, written, ...pictures]);
      await Deno.remove(written);
    }
    return path;
  });

interface Building {
  seconds: number;
  add: (...args: string[]) => number;
  maps: string[];
}

async function addTracks(
  { tracks }: SourceSpec,
  { seconds, seed, add, maps }: Building & { seed: number },
): Promise<void> {
  for (const [i, track] of tracks.entries()) {
    const { layout, args, speech = "eng", voice = "slt", language, title, flags, music = 1 } = track;
    const length = track.seconds ?? seconds;
    const pause = length > 40 ? [length * 0.52, length * 0.52 + 3] as const : undefined;
    const silence = track.silent ? [0, length] as const : pause;
    const lines = track.quiet || track.silent
      ? []
      : linesOf(speech, length, length < 10 ? { from: 0.3, every: 2.4 } : {});
    const options = { seconds: length, layout, seed: track.seed ?? seed, voice, lines, music, silence };
    const n = add(...(track.delay ? ["-itsoffset", String(track.delay)] : []), "-i", await makeProgramme(options));
    maps.push("-map", `${n}:a`, `-c:a:${i}`, ...args.map((arg) => arg.replace("#", String(i))));
    maps.push(`-disposition:a:${i}`, flags ?? (i === 0 ? "default" : "0"));
    if (language) maps.push(`-metadata:s:a:${i}`, `language=${language}`);
    if (title) maps.push(`-metadata:s:a:${i}`, `title=${title}`);
  }
}

/** Adds ffmpeg arguments for the text subtitles. Returns the mkvmerge arguments for bitmap subtitles. */
async function addTexts(
  { texts = [] }: SourceSpec,
  { folder, seconds, add, maps }: Building & { folder: string },
): Promise<string[]> {
  const pictures: string[] = [];
  let n = 0;
  for (const [i, text] of texts.entries()) {
    const { form, speech, language, title, flags = "0", every, from } = text;
    const cues = linesOf(speech, seconds, {
      every: every ?? (seconds < 10 ? 2.4 : 3.5),
      from: from ?? (seconds < 10 ? 0.3 : 2),
    });
    if (form === "pgs") {
      const sup = join(folder, `text${i}.sup`);
      await Deno.writeFile(sup, await drawnSup(cues));
      const flag = flags.includes("forced") ? ["--forced-display-flag", "0:1"] : [];
      pictures.push("--language", `0:${language}`, ...(title ? ["--track-name", `0:${title}`] : []), ...flag);
      pictures.push("--default-track-flag", "0:0", sup);
      continue;
    }
    const path = join(folder, `text${i}.${form === "ass" ? "ass" : "srt"}`);
    await Deno.writeTextFile(path, form === "ass" ? ass(cues) : srt(cues));
    maps.push(
      "-map",
      `${add("-i", path)}:0`,
      `-c:s:${n}`,
      TEXT_FORMS[form],
      `-metadata:s:s:${n}`,
      `language=${language}`,
    );
    if (title) maps.push(`-metadata:s:s:${n}`, `title=${title}`);
    maps.push(`-disposition:s:${n}`, flags);
    n++;
  }
  return pictures;
}

async function chapterFile(folder: string, titles: readonly string[], seconds: number): Promise<string> {
  const path = join(folder, "chapters.txt");
  const step = (seconds * 1000) / titles.length;
  const parts = titles.map((title, i) =>
    `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${Math.round(i * step)}\nEND=${Math.round((i + 1) * step)}\ntitle=${title}\n`
  );
  await Deno.writeTextFile(path, `;FFMETADATA1\n${parts.join("")}`);
  return path;
}

async function attachments(folder: string, { fonts = [], cover = false }: SourceSpec): Promise<string[]> {
  const args: string[] = [];
  let n = 0;
  const attach = (path: string, mime: string, name: string) => {
    args.push("-attach", path, `-metadata:s:t:${n}`, `mimetype=${mime}`, `-metadata:s:t:${n}`, `filename=${name}`);
    n++;
  };
  for (const font of fonts) attach(join(FONT_FOLDER, font), "font/ttf", font);
  if (cover) attach(await coverFile(folder), "image/jpeg", "cover.jpg");
  return args;
}

async function coverFile(folder: string): Promise<string> {
  const path = join(folder, "cover.jpg");
  await ffmpeg("-f", "lavfi", "-i", "mandelbrot=s=200x300", "-frames:v", "1", "-update", "1", path);
  return path;
}
