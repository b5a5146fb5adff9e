import { cueFileFinder } from "../../../../media/cue_sheet/find_cue_file.ts";
import type { CueSheet } from "../../../../media/cue_sheet/model.ts";
import type { CueReading } from "../../../../media/cue_sheet/read_cue_sheet.ts";
import { indexOf } from "../../../../media/cue_sheet/model.ts";
import { cueAudioTracks } from "./track_cuts.ts";

/** Detects images of whole discs in a folder. Only names and cue sheets are used. Pure. */

/** Contents of a folder. `path` is relative to the download, and empty for the folder of the download. */
export interface FolderContents {
  path: string;
  /** Names of the files, without links. */
  names: string[];
  /** Cue sheets by file name. A sheet that is embedded in a FLAC file has the name of that file. */
  sheets: { name: string; reading: CueReading }[];
}

/** An audio file of a disc, and the cue sheet that defines its tracks. */
export interface CueImage {
  /** Path of the folder, relative to the download as in `FolderContents`. */
  folder: string;
  name: string;
  sheetName: string;
  /** The complete sheet. Only the tracks of `file` are in this image. */
  sheet: CueSheet;
  /** Index of the image in `sheet.files`. */
  file: number;
  charset: string;
}

/** Images sorted by folder and name, and one sentence for each sheet that cannot be used. */
export interface ChosenImages {
  images: CueImage[];
  problems: string[];
  /** Audio files that are not images, as paths within the download. */
  others: string[];
}

const AUDIO_FILE = /\.(?:flac|ape|wv|wav|tta|tak|m4a|aiff?|mp3|ogg|opus|wma|dsf)$/i;

/** Returns the images in all folders. Sheets whose tracks are separate files are skipped without a message. */
export function chooseImages(folders: readonly FolderContents[]): ChosenImages {
  const chosen = folders.map(imagesOfFolder);
  return {
    images: chosen.flatMap(({ images }) => images),
    problems: chosen.flatMap(({ problems }) => problems),
    others: chosen.flatMap(({ others }) => others),
  };
}

function imagesOfFolder({ path, names, sheets }: FolderContents): ChosenImages {
  const problems: string[] = [];
  const audioFiles = names.filter((name) => AUDIO_FILE.test(name));
  const usable: UsableSheet[] = [];
  for (const { name, reading } of sheets) {
    if ("problem" in reading) problems.push(`${name}: ${reading.problem}`);
    else if (isOfTracks(reading.sheet, audioFiles.length > sheets.length ? audioFiles.length : 0)) continue;
    else usable.push({ name, sheet: reading.sheet, charset: charsetOf(reading) });
  }
  const single = usable.filter(({ sheet }) => sheet.files.length === 1);
  const pairs = paired(
    single.map(({ name, sheet }) => ({ name, wanted: sheet.files[0]?.name ?? "" })),
    names,
    audioFiles,
  );
  const found = usable.flatMap((one) => {
    const { name, sheet } = one;
    const files = sheet.files.length > 1
      ? filesOfSheet(sheet, names)
      : { images: [pairs.get(name)], missing: sheet.files[0]?.name ?? "" };
    if (files.images.every((image) => image !== undefined)) {
      return files.images.map((image, file): CueImage => ({ ...imageOf(one), folder: path, name: image, file }));
    }
    problems.push(`${name} refers to ${JSON.stringify(files.missing)}, which is not in its folder.`);
    return [];
  });
  const byImage = [...Map.groupBy(found, ({ name }) => name).values()];
  const images = byImage.flatMap((all) => all.toSorted((a, b) => worth(b) - worth(a))[0] ?? []);
  const isImage = new Set(images.map(({ name }) => name));
  const others = audioFiles.filter((name) => !isImage.has(name)).map((name) => path === "" ? name : `${path}/${name}`);
  return {
    images: images.toSorted((a, b) => a.name < b.name ? -1 : 1),
    // If there are several sheets for the images, one is sufficient.
    problems: images.length > 0 && others.length === 0 ? [] : problems,
    others,
  };
}

/** Returns the display name of a sheet's character set. */
const charsetOf = ({ charset, isDoubtful }: { charset: string; isDoubtful?: boolean }): string =>
  isDoubtful ? `${charset} (uncertain)` : charset;

interface UsableSheet {
  name: string;
  sheet: CueSheet;
  charset: string;
}

const imageOf = ({ name, sheet, charset }: UsableSheet) => ({ sheetName: name, sheet, charset });

/**
 * Returns the file for each `FILE` of a sheet with several files. Files are matched by name only and used once.
 * `missing` is the first `FILE` without a match.
 */
function filesOfSheet(
  { files }: CueSheet,
  names: readonly string[],
): { images: (string | undefined)[]; missing: string } {
  const find = cueFileFinder(names);
  const images = files.map(({ name }) => {
    const base = name.split(/[/\\]/).at(-1) ?? "";
    const found = base === "" ? undefined : find(name);
    const isMeant = found !== undefined && AUDIO_FILE.test(found) && sameStem(found, base);
    return isMeant ? found : undefined;
  });
  const isTwice = (image: string | undefined, at: number) => images.indexOf(image) < at;
  const kept = images.map((image, at) => image !== undefined && isTwice(image, at) ? undefined : image);
  return { images: kept, missing: files[kept.indexOf(undefined)]?.name ?? "" };
}

const stem = (name: string): string => name.normalize("NFC").toLowerCase().replace(/\.[^.]*$/, "");
const sameStem = (a: string, b: string): boolean => stem(a) === stem(b);

/** True for a sheet whose tracks are separate files, or that has a single track, so that there is nothing to split. */
function isOfTracks(sheet: CueSheet, trackFiles: number): boolean {
  const tracks = cueAudioTracks(sheet);
  if (tracks.length < 2) return true;
  const files = tracks.map((track) => indexOf(track, 1)?.file);
  return new Set(files).size === tracks.length || trackFiles >= tracks.length;
}

/**
 * Returns the image for each sheet: the file named in it, or one with the same name as the sheet, or the only remaining
 * file.
 */
function paired(
  sheets: { name: string; wanted: string }[],
  names: readonly string[],
  audioFiles: readonly string[],
): Map<string, string> {
  const pairs = new Map<string, string>();
  const isAlone = audioFiles.length === 1;
  const [findNamed, findSound] = [cueFileFinder(names), cueFileFinder(audioFiles)];
  for (const { name, wanted } of sheets) {
    const meant = findNamed(wanted) ?? findSound(name);
    // If there are several files, the one with the same name is used. A sheet that is embedded in a FLAC file always
    // belongs to that file.
    const image = AUDIO_FILE.test(name) && !isAlone ? name : meant;
    if (image !== undefined && AUDIO_FILE.test(image)) pairs.set(name, image);
  }
  const used = new Set(pairs.values());
  const free = audioFiles.filter((name) => !used.has(name));
  const open = sheets.filter(({ name }) => !pairs.has(name));
  const [image, sheet] = [free[0], open[0]];
  if (image !== undefined && sheet !== undefined && free.length === 1 && open.length === 1) {
    pairs.set(sheet.name, image);
  }
  return pairs;
}

/**
 * Ranks cue sheets for the same image: a sheet that contains its file name first, then by number of titles, then Unicode sheets before others.
 */
function worth({ name, sheet, file, charset, sheetName }: CueImage): number {
  const titles = sheet.tracks.filter(({ title }) => title).length;
  const base = (file: string) => file.replace(/\.[^.]*$/, "").toLowerCase();
  return (sheet.files[file]?.name === name ? 1000 : 0) + titles * 4 + (base(sheetName) === base(name) ? 2 : 0) +
    (charset.startsWith("utf") ? 1 : 0);
}
