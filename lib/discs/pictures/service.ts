import { join } from "node:path";
import type { RipRepository } from "../../../db/discs/rips.ts";
import { createPool } from "../../kit/async.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import { extractFrame } from "../../media/frames/frames.ts";
import type { Media } from "../../media/service.ts";
import { DiscFault } from "../files/model.ts";
import { openDiscFiles } from "../files/open_disc_files.ts";
import type { ReadTitle } from "../model.ts";
import { READING_STATES } from "../rip_states.ts";
import { sourceOf } from "../rips/new_rip.ts";
import { PICTURE_COUNT } from "./picture_count.ts";
import { readPiece } from "./title_piece.ts";

/** Preview images of titles, which help users to recognise episodes. */
export interface TitlePictures {
  /**
   * Returns one of four preview images of a title as JPEG. `which` is the number of the image, from 0. Throws
   * `not_found`, `bad_state` while the disc is in use, and `no_preview` if the disc is unreadable without a ripper.
   */
  picture(ripId: string, titleId: number, which: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Services and options for preview images. `folder` is for temporary files. */
export interface TitlePicturesDeps {
  rips: Pick<RipRepository, "get">;
  media: Pick<Media, "capabilities">;
  folder: string;
}

const WIDTH = 320;
/** Maximum number of images that are kept. Enough for two large box sets. */
const MAX_KEPT = 400;

/**
 * Creates the preview service. Images are created on demand, one at a time, because a drive is slow when it seeks
 * between titles.
 */
export function createTitlePictures(deps: TitlePicturesDeps): TitlePictures {
  const pool = createPool({ running: 1, waiting: 256 });
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    async picture(ripId, titleId, which) {
      const title = await titleOf(deps, ripId, titleId);
      const key = `${ripId}/${title.fingerprint}/${titleId}/${which}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const made = await pool(() => makePicture(deps, title, (which + 0.5) / PICTURE_COUNT));
      kept.set(key, made);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return made;
    },
  };
}

interface PicturedTitle {
  path: string;
  read: ReadTitle;
  fingerprint: string;
}

async function titleOf({ rips }: TitlePicturesDeps, ripId: string, titleId: number): Promise<PicturedTitle> {
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

async function makePicture(
  { media, folder }: TitlePicturesDeps,
  { path, read }: PicturedTitle,
  place: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { ffmpegPath } = await media.capabilities();
  const { bytes, extension } = await pieceOf(path, read, place);
  const piece = join(folder, `disc-${newId()}${extension}`);
  try {
    await Deno.writeFile(piece, bytes, { mode: 0o600 });
    const hdr = read.video?.hdr === undefined ? undefined : "hdr10";
    return await extractFrame({ ffmpegPath, path: piece, atSeconds: 0, width: WIDTH, hdr });
  } finally {
    await Deno.remove(piece).catch(() => {});
  }
}

async function pieceOf(path: string, read: ReadTitle, place: number) {
  try {
    const files = await openDiscFiles(path);
    try {
      return await readPiece(files, read, place);
    } finally {
      await files.close();
    }
  } catch (error) {
    if (error instanceof DiscFault) throw new Fault("no_preview", error.message, { cause: error });
    throw error;
  }
}
