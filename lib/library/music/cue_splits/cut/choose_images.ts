import { cueFileFinder } from "../../../../media/cue_sheet/find_cue_file.ts";
import type { CueSheet } from "../../../../media/cue_sheet/model.ts";
import type { CueReading } from "../../../../media/cue_sheet/read_cue_sheet.ts";
import { indexOf } from "../../../../media/cue_sheet/model.ts";
import { soundTracks } from "./track_cuts.ts";

/** Which files of a folder are images of whole discs, from names and sheets alone. Pure. */

/** A folder as it was read; `path` is relative to the download and empty for the download itself. */
export interface FolderContents {
  path: string;
  /** Names of its files, without links. */
  names: string[];
  /** Cue sheets by the name of their file; one inside a FLAC has the FLAC's name. */
  sheets: { name: string; reading: CueReading }[];
}

/** One file with the sound of a disc, and the sheet that says where its tracks are. */
export interface CueImage {
  /** Relative, as of `FolderContents`. */
  folder: string;
  name: string;
  sheetName: string;
  /** The whole sheet, of which the tracks of `file` lie in this image. */
  sheet: CueSheet;
  /** Place in `sheet.files`. */
  file: number;
  charset: string;
}

/** Images in the order of folders and names, and a sentence for each sheet that nothing can be made of. */
export interface ChosenImages {
  images: CueImage[];
  problems: string[];
  /** Files with sound that are no image, as paths in the download. */
  others: string[];
}

const SOUND = /\.(?:flac|ape|wv|wav|tta|tak|m4a|aiff?|mp3|ogg|opus|wma|dsf)$/i;

/** Images of all folders. Tracks that lie beside their sheet already are left out without a word. */
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
  const sounds = names.filter((name) => SOUND.test(name));
  const usable: UsableSheet[] = [];
  for (const { name, reading } of sheets) {
    if ("problem" in reading) problems.push(`${name}: ${reading.problem}`);
    else if (isOfTracks(reading.sheet, sounds.length > sheets.length ? sounds.length : 0)) continue;
    else usable.push({ name, sheet: reading.sheet, charset: charsetOf(reading) });
  }
  const single = usable.filter(({ sheet }) => sheet.files.length === 1);
  const pairs = paired(single.map(({ name, sheet }) => ({ name, wanted: sheet.files[0]?.name ?? "" })), names, sounds);
  const found = usable.flatMap((one) => {
    const { name, sheet } = one;
    const files = sheet.files.length > 1
      ? filesOfSheet(sheet, names)
      : { images: [pairs.get(name)], missing: sheet.files[0]?.name ?? "" };
    if (files.images.every((image) => image !== undefined)) {
      return files.images.map((image, file): CueImage => ({ ...imageOf(one), folder: path, name: image, file }));
    }
    problems.push(`${name} means ${JSON.stringify(files.missing)}, and no file of its folder is that.`);
    return [];
  });
  const byImage = [...Map.groupBy(found, ({ name }) => name).values()];
  const images = byImage.flatMap((all) => all.toSorted((a, b) => worth(b) - worth(a))[0] ?? []);
  const isImage = new Set(images.map(({ name }) => name));
  const others = sounds.filter((name) => !isImage.has(name)).map((name) => path === "" ? name : `${path}/${name}`);
  return {
    images: images.toSorted((a, b) => a.name < b.name ? -1 : 1),
    // Of several sheets for the images that are there one will do.
    problems: images.length > 0 && others.length === 0 ? [] : problems,
    others,
  };
}

/** The character set of a sheet as people read it. */
const charsetOf = ({ charset, isDoubtful }: { charset: string; isDoubtful?: boolean }): string =>
  isDoubtful ? `${charset} (uncertain)` : charset;

interface UsableSheet {
  name: string;
  sheet: CueSheet;
  charset: string;
}

const imageOf = ({ name, sheet, charset }: UsableSheet) => ({ sheetName: name, sheet, charset });

/** The file of each `FILE` of a sheet that has several; none is guessed, and none serves two. `missing` is the first without. */
function filesOfSheet(
  { files }: CueSheet,
  names: readonly string[],
): { images: (string | undefined)[]; missing: string } {
  const find = cueFileFinder(names);
  const images = files.map(({ name }) => {
    const base = name.split(/[/\\]/).at(-1) ?? "";
    const found = base === "" ? undefined : find(name);
    const isMeant = found !== undefined && SOUND.test(found) && sameStem(found, base);
    return isMeant ? found : undefined;
  });
  const isTwice = (image: string | undefined, at: number) => images.indexOf(image) < at;
  const kept = images.map((image, at) => image !== undefined && isTwice(image, at) ? undefined : image);
  return { images: kept, missing: files[kept.indexOf(undefined)]?.name ?? "" };
}

const stem = (name: string): string => name.normalize("NFC").toLowerCase().replace(/\.[^.]*$/, "");
const sameStem = (a: string, b: string): boolean => stem(a) === stem(b);

/** A sheet of tracks that are files already, or of a single track: nothing to cut. */
function isOfTracks(sheet: CueSheet, trackFiles: number): boolean {
  const tracks = soundTracks(sheet);
  if (tracks.length < 2) return true;
  const files = tracks.map((track) => indexOf(track, 1)?.file);
  return new Set(files).size === tracks.length || trackFiles >= tracks.length;
}

/** The image of each sheet: the file it names, else one with the name of the sheet, else the only one that is left. */
function paired(
  sheets: { name: string; wanted: string }[],
  names: readonly string[],
  sounds: readonly string[],
): Map<string, string> {
  const pairs = new Map<string, string>();
  const isAlone = sounds.length === 1;
  const [findNamed, findSound] = [cueFileFinder(names), cueFileFinder(sounds)];
  for (const { name, wanted } of sheets) {
    const meant = findNamed(wanted) ?? findSound(name);
    // Of several files the one of the same name counts; a sheet in a FLAC speaks of that FLAC.
    const image = SOUND.test(name) && !isAlone ? name : meant;
    if (image !== undefined && SOUND.test(image)) pairs.set(name, image);
  }
  const used = new Set(pairs.values());
  const free = sounds.filter((name) => !used.has(name));
  const open = sheets.filter(({ name }) => !pairs.has(name));
  const [image, sheet] = [free[0], open[0]];
  if (image !== undefined && sheet !== undefined && free.length === 1 && open.length === 1) {
    pairs.set(sheet.name, image);
  }
  return pairs;
}

/** Of several sheets for one image: the one that names it, then the one with more titles, then Unicode. */
function worth({ name, sheet, file, charset, sheetName }: CueImage): number {
  const titles = sheet.tracks.filter(({ title }) => title).length;
  const base = (file: string) => file.replace(/\.[^.]*$/, "").toLowerCase();
  return (sheet.files[file]?.name === name ? 1000 : 0) + titles * 4 + (base(sheetName) === base(name) ? 2 : 0) +
    (charset.startsWith("utf") ? 1 : 0);
}
