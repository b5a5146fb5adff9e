import { basename, dirname, join } from "node:path";
import { syncFile, syncFolder } from "../../../../kit/atomic_file.ts";
import { isDiskFull } from "../../../../kit/disk/disk_full.ts";
import { isFolder } from "../../../../kit/disk/disk_reads.ts";
import { JobFailure } from "../../../../kit/fault.ts";
import { bytes } from "../../../../kit/format.ts";
import { flacStoredMd5, flacStreamInfo } from "../../../../media/audio/pcm_md5.ts";
import type { Media } from "../../../../media/service.ts";
import { diskOf, keptFree } from "../../../../platform/storage/space.ts";
import { chooseImages, type ChosenImages, type CueImage, type FolderContents } from "./choose_images.ts";
import type { CoverFile, FlacTarget } from "./flac_encoder.ts";
import { folderCover, type ImageAudio, imageAudio } from "./image_audio.ts";
import { HIDDEN_FOLDER, partialFolder, SPLIT_FOLDER } from "../model.ts";
import { readFolder } from "./read_folder.ts";
import { joinedAudio, splitImage } from "./split_image.ts";
import { partOf } from "./sheet_parts.ts";
import { cueAudioTracks, type TrackCut, trackCuts } from "./track_cuts.ts";
import { discNumber, type DiscPlace, trackFileName, trackTags } from "./track_tags.ts";

/** Services and options for splitting CD images. `onProgress` is called with a fraction from 0 to 1. */
export interface SplitDeps {
  media: Pick<Media, "paths" | "probe">;
  signal: AbortSignal;
  onProgress?: (share: number) => void;
  /** Returns the free and total size of the disk that contains a folder. Tests replace it. */
  disk?: typeof diskOf;
}

/** The contents of a download after inspection. */
export interface InspectedFolder extends ChosenImages {
  path: string;
  contents: FolderContents[];
}

/** An image that is ready to be split. */
interface PlannedImage {
  image: CueImage;
  path: string;
  audio: ImageAudio;
  cuts: TrackCut[];
  targets: FlacTarget[];
  cover: CoverFile | undefined;
}

/** Factor for the required space. FLAC is up to a tenth larger than Monkey's Audio, and covers need some space. */
const GROWTH = 1.2;

/** Finds the images in a folder. Throws errors of the operating system. */
export async function inspectFolder(path: string, { media }: Pick<SplitDeps, "media">): Promise<InspectedFolder> {
  const contents = await readFolder(path, media);
  return { path, contents, ...chooseImages(contents) };
}

/** Returns the number of tracks in a folder's disc images, not counting audio before the first track. */
export const trackCount = ({ images }: Pick<ChosenImages, "images">): number =>
  images.reduce((sum, { sheet, file }) => sum + cueAudioTracks(partOf(sheet, file)).length, 0);

/** Returns the folder of the completed tracks. */
export const splitFolderOf = (folder: string): string => join(folder, SPLIT_FOLDER);

/** Returns the folder for audio before the first tracks. */
export const hiddenFolderOf = (folder: string): string => join(folder, HIDDEN_FOLDER);

/** Folders to which files are written. Only `tracks` is offered to Lidarr. */
interface Partials {
  tracks: string;
  hidden: string;
}

const partialsOf = (folder: string, id: string): Partials => ({
  tracks: join(folder, partialFolder(id)),
  hidden: join(folder, partialFolder(id, HIDDEN_FOLDER)),
});

/**
 * Splits all images in a folder into FLAC tracks, and verifies that the joined tracks are equal to the images. The
 * track folder is created atomically, and an existing track folder is used without changes. Images are never modified.
 * Throws `JobFailure`.
 */
export async function splitFolder(inspected: InspectedFolder, id: string, deps: SplitDeps): Promise<string> {
  const { path } = inspected;
  const target = splitFolderOf(path);
  if (await isFolder(target)) return target;
  const partials = partialsOf(path, id);
  await removePartial(path, id);
  try {
    await Deno.mkdir(partials.tracks);
    const planned = await planImages(inspected, partials, deps);
    await checkRoom(planned, deps);
    await cutAll(planned, deps);
    await syncTracks(planned, partials.tracks);
    if (await isFolder(partials.hidden)) {
      // An existing folder belongs to an earlier split that was interrupted here, or to other images in the folder.
      await Deno.rename(partials.hidden, await freeFolder(hiddenFolderOf(path)));
    }
    await Deno.rename(partials.tracks, target);
    await syncFolder(path);
    return target;
  } catch (error) {
    await removePartial(path, id);
    if (!isDiskFull(error) || (error instanceof JobFailure && error.code === "disk_full")) throw error;
    throw new JobFailure("disk_full", `The disk that contains ${path} is full. No tracks were kept.`, { cause: error });
  }
}

/** Removes incomplete files of a split. */
export async function removePartial(folder: string, id: string): Promise<void> {
  for (const partial of Object.values(partialsOf(folder, id))) {
    await Deno.remove(partial, { recursive: true }).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
}

/** Returns the name of the folder, with a number appended if it exists. */
async function freeFolder(folder: string): Promise<string> {
  for (let number = 1;; number++) {
    const free = number === 1 ? folder : `${folder}.${number}`;
    if (!await Deno.lstat(free).then(() => true, () => false)) return free;
  }
}

async function planImages(
  { path, contents, images }: InspectedFolder,
  partials: Partials,
  { media, signal }: SplitDeps,
): Promise<PlannedImage[]> {
  const { ffmpegPath } = await media.paths();
  const discs = discPlaces(images);
  const planned: PlannedImage[] = [];
  for (const [at, image] of images.entries()) {
    const source = join(path, image.folder, image.name);
    const audio = await imageAudio(source, media, signal);
    const cuts = trackCuts(partOf(image.sheet, image.file), audio.format.sampleRate);
    if ("problem" in cuts) throw new JobFailure("unreadable", `${image.sheetName}: ${cuts.problem}`);
    const place = discs[at] ?? { disc: 1, discs: 1 };
    const inDisc = (partial: string) => place.discs > 1 ? join(partial, `CD${place.disc}`) : partial;
    const folderOf = (number: number) => inDisc(number === 0 ? partials.hidden : partials.tracks);
    for (const { number } of cuts) await Deno.mkdir(folderOf(number), { recursive: true });
    const targets = cuts.map(({ number }): FlacTarget => ({
      path: join(folderOf(number), trackFileName(image.sheet, number)),
      tags: trackTags(image.sheet, number, place),
    }));
    const cover = await coverOf(path, contents, image, ffmpegPath);
    planned.push({ image, path: source, audio, cuts, targets, cover });
  }
  return planned;
}

/** Searches for a cover in the folder of the image, then in the folder of the download. */
async function coverOf(
  path: string,
  contents: FolderContents[],
  { folder }: CueImage,
  ffmpegPath: string,
): Promise<CoverFile | undefined> {
  for (const one of contents.filter((one) => one.path === folder || one.path === "").reverse()) {
    const cover = await folderCover(join(path, one.path), one.names, ffmpegPath);
    if (cover !== undefined) return cover;
  }
  return undefined;
}

/**
 * Returns the disc numbers from sheets and folder names, if they are complete and unique. Otherwise the discs are
 * numbered in order.
 */
function discPlaces(images: readonly CueImage[]): DiscPlace[] {
  // Several sides in one sheet belong to the same disc.
  const keyOf = ({ folder, sheetName }: CueImage) => `${folder}/${sheetName}`;
  const sheets = [...new Map(images.map((image) => [keyOf(image), image])).values()];
  const discNumbers = sheets.map(({ sheet, folder, sheetName }) => discNumber(sheet, basename(folder), sheetName));
  const known = discNumbers.filter((number) => number !== undefined);
  const isClear = sheets.length > 1 && known.length === sheets.length && new Set(known).size === sheets.length;
  const discs = isClear ? Math.max(sheets.length, ...known) : sheets.length;
  const places = new Map(
    sheets.map((one, at) => [keyOf(one), { disc: isClear ? discNumbers[at] ?? at + 1 : at + 1, discs }]),
  );
  return images.map((image) => places.get(keyOf(image)) ?? { disc: 1, discs });
}

async function checkRoom(planned: PlannedImage[], { disk = diskOf }: SplitDeps): Promise<void> {
  const [first] = planned;
  if (first === undefined) throw new JobFailure("nothing_to_do", "There is no CD image to split.");
  const needed = planned.reduce((sum, { audio }) => sum + audio.sizeBytes, 0) * GROWTH;
  const { freeBytes, totalBytes } = await disk(dirname(first.path));
  const free = freeBytes - keptFree(totalBytes);
  if (needed <= free) return;
  throw new JobFailure(
    "disk_full",
    `Splitting requires ${bytes(needed)} of free space in ${dirname(first.path)}, but only ${
      bytes(Math.max(0, free))
    } is available.`,
  );
}

async function cutAll(planned: PlannedImage[], deps: SplitDeps): Promise<void> {
  const total = planned.reduce((sum, { audio }) => sum + audio.seconds, 0);
  let before = 0;
  for (const one of planned) {
    const { audio } = one;
    await cutAndProve(one, deps, (samples) => {
      const seconds = before + Math.min(audio.seconds, samples / audio.format.sampleRate);
      deps.onProgress?.(total > 0 ? seconds / total : 0);
    });
    before += audio.seconds;
  }
}

/**
 * Reads the result to verify that the tracks contain all samples of the image, with the same bit depth and sample rate.
 */
async function cutAndProve(
  { image, path, audio: { streamIndex, format }, cuts, targets, cover }: PlannedImage,
  { media, signal }: SplitDeps,
  onProgress: (samples: number) => void,
): Promise<void> {
  const { ffmpegPath } = await media.paths();
  const whole = await splitImage({ ffmpegPath, path, streamIndex, format, cuts, targets, cover, signal, onProgress });
  const stored = /\.flac$/i.test(path) ? await flacStoredMd5(path) : undefined;
  if (stored !== undefined && stored !== whole.md5) {
    throw new JobFailure(
      "verification_failed",
      `${image.name} is damaged: its samples do not match the stored checksum.`,
    );
  }
  const joined = await joinedAudio(targets.map((target) => target.path), { ffmpegPath, format, signal });
  if (joined.md5 !== whole.md5 || joined.samples !== whole.samples) {
    throw new JobFailure("verification_failed", `The joined tracks of ${image.name} do not match the image.`);
  }
  for (const target of targets) {
    const { sampleRate, channels, bitDepth } = await flacStreamInfo(target.path);
    if (sampleRate === format.sampleRate && channels === format.channels && bitDepth === format.bitDepth) continue;
    throw new JobFailure(
      "verification_failed",
      `The bit depth or sample rate of ${basename(target.path)} differs from its image.`,
    );
  }
}

async function syncTracks(planned: PlannedImage[], partial: string): Promise<void> {
  const paths = planned.flatMap(({ targets }) => targets.map(({ path }) => path));
  for (const path of paths) await syncFile(path);
  for (const folder of new Set([...paths.map((path) => dirname(path)), partial])) await syncFolder(folder);
}
