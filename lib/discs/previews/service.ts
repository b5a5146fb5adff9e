import { join } from "node:path";
import type { RipRepository } from "../../../db/discs/rips.ts";
import { createPool } from "../../kit/async.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import { extractFrame } from "../../media/frames/frames.ts";
import { clipFormat, makeClip } from "../../media/frames/playable_clip.ts";
import type { Media } from "../../media/service.ts";
import { DiscFault } from "../files/model.ts";
import { openDiscFiles } from "../files/open_disc_files.ts";
import type { ReadTitle } from "../model.ts";
import { READING_STATES } from "../rip_states.ts";
import { sourceOf } from "../rips/new_rip.ts";
import { PREVIEW_COUNT } from "./preview_count.ts";
import { type PieceUse, readPiece, type TitlePiece } from "./title_piece.ts";

/** Preview images of titles, which help users to recognise episodes. */
export interface TitlePreviews {
  /**
   * Returns one of four preview images of a title as JPEG. `which` is the number of the image, from 0. Throws
   * `not_found`, `bad_state` while the disc is in use, and `no_preview` if the disc is unreadable without a ripper.
   */
  image(ripId: string, titleId: number, which: number): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Returns a clip of a few seconds that browsers can play, starting at the position of a preview image. Throws the
   * errors of `image`, `busy`, and `JobFailure` if they cannot be converted.
   */
  clip(ripId: string, titleId: number, which: number): Promise<TitleClip>;
}

/** A clip of a title with its media type. */
export interface TitleClip {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}

/** Services and options for preview images. `folder` is for temporary files. */
export interface TitlePreviewsDeps {
  rips: Pick<RipRepository, "get">;
  media: Pick<Media, "capabilities">;
  folder: string;
}

const WIDTH = 320;
/** Maximum number of cached images, which is enough for two large box sets. */
const MAX_KEPT = 400;
/** Maximum length of a clip in seconds, its width in pixels, and the timeout of its conversion in milliseconds. */
const CLIP = { seconds: 6, width: 960, timeoutMs: 60_000 };
/** Maximum number of cached clips, each of a few megabytes. */
const MAX_CLIPS = 8;

/**
 * Creates the preview service. Images are created on demand, one at a time, because a drive is slow when it seeks
 * between titles.
 */
export function createTitlePreviews(deps: TitlePreviewsDeps): TitlePreviews {
  const pool = createPool({ running: 1, waiting: 256 });
  const clipPool = createPool({ running: 1, waiting: 8 });
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  const clips = new Map<string, TitleClip>();
  const cached = async <T>(
    cache: { values: Map<string, T>; max: number },
    [ripId, titleId, which]: [string, number, number],
    make: (title: PreviewedTitle, place: number) => Promise<T>,
  ): Promise<T> => {
    const title = await titleOf(deps, ripId, titleId);
    const key = `${ripId}/${title.fingerprint}/${titleId}/${which}`;
    const known = cache.values.get(key);
    if (known !== undefined) return known;
    const made = await make(title, (which + 0.5) / PREVIEW_COUNT);
    cache.values.set(key, made);
    const [oldest] = cache.values.keys();
    if (cache.values.size > cache.max && oldest !== undefined) cache.values.delete(oldest);
    return made;
  };
  return {
    image: (...wanted) =>
      cached(
        { values: kept, max: MAX_KEPT },
        wanted,
        (title, place) => pool(() => createImage(deps, title, place)),
      ),
    // Reading a clip shares a queue with the images. Converting it does not, because that does not use the drive.
    clip: (...wanted) =>
      cached(
        { values: clips, max: MAX_CLIPS },
        wanted,
        (title, place) =>
          clipPool(async () => await makeTitleClip(deps, title, await pool(() => pieceOf(title, place, "clip")))),
      ),
  };
}

interface PreviewedTitle {
  path: string;
  read: ReadTitle;
  fingerprint: string;
}

async function titleOf({ rips }: TitlePreviewsDeps, ripId: string, titleId: number): Promise<PreviewedTitle> {
  const row = await rips.get(ripId);
  const title = row?.record.titles.find(({ id }) => id === titleId);
  if (row === undefined || title === undefined) throw new Fault("not_found", "Title not found.");
  const read = row.readTitles.find(({ sourceFile, angle }) => sourceFile === title.sourceFile && angle === title.angle);
  const source = sourceOf(row.source);
  if (read === undefined || source === undefined || row.record.ripper?.name !== "open") {
    throw new Fault("no_preview", "This disc is protected: its frames can be shown once it has been ripped.");
  }
  if (source.kind === "device" && READING_STATES.some((one) => one === row.status)) {
    throw new Fault("bad_state", "The drive is busy with this disc.");
  }
  return { path: source.path, read, fingerprint: row.record.fingerprint.contentHash ?? "" };
}

async function createImage(
  { media, folder }: TitlePreviewsDeps,
  title: PreviewedTitle,
  place: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { ffmpegPath } = await media.capabilities();
  const hdr = title.read.video?.hdr === undefined ? undefined : "hdr10";
  return await withPiece(
    folder,
    await pieceOf(title, place, "image"),
    (path) => extractFrame({ ffmpegPath, path, atSeconds: 0, width: WIDTH, hdr }),
  );
}

async function makeTitleClip(
  { media, folder }: TitlePreviewsDeps,
  { read: { video } }: PreviewedTitle,
  piece: TitlePiece,
): Promise<TitleClip> {
  const capabilities = await media.capabilities();
  const format = clipFormat(capabilities);
  const [numerator, denominator] = video?.frameRate ?? [25, 1];
  return await withPiece(folder, piece, async (path) => {
    const output = `${path}.clip`;
    try {
      await makeClip({
        ...{ ffmpegPath: capabilities.ffmpegPath, path, output, format, width: CLIP.width, atSeconds: 0 },
        frameRate: [numerator, denominator],
        frames: Math.max(1, Math.floor((CLIP.seconds * numerator) / Math.max(1, denominator))),
        hdr: video?.hdr === undefined ? "sdr" : "hdr10",
        before: video?.interlaced ? ["bwdif=mode=send_frame:deint=interlaced"] : [],
      }, { signal: AbortSignal.timeout(CLIP.timeoutMs) });
      return { bytes: await Deno.readFile(output), type: format.type };
    } finally {
      await Deno.remove(output).catch(() => {});
    }
  });
}

/** Runs `work` on a temporary file that contains the piece. */
async function withPiece<T>(
  folder: string,
  { bytes, extension }: TitlePiece,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, `disc-${newId()}${extension}`);
  try {
    await Deno.writeFile(path, bytes, { mode: 0o600 });
    return await work(path);
  } finally {
    await Deno.remove(path).catch(() => {});
  }
}

async function pieceOf({ path, read }: PreviewedTitle, place: number, use: PieceUse): Promise<TitlePiece> {
  try {
    const files = await openDiscFiles(path);
    try {
      return await readPiece(files, read, place, use);
    } finally {
      await files.close();
    }
  } catch (error) {
    if (error instanceof DiscFault) throw new Fault("no_preview", error.message, { cause: error });
    throw error;
  }
}
