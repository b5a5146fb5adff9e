import { concat } from "../../kit/bytes.ts";
import type { DiscFiles, RandomAccess } from "../files/model.ts";
import { DiscFault } from "../files/model.ts";
import { SECTOR_BYTES } from "./ifo/ifo_bytes.ts";

/** The VOBs of one title set, `VTS_nn_1.VOB` to `VTS_nn_9.VOB`, as a continuous run of sectors. */
export interface Vobs {
  readonly sectors: number;
  /**
   * Reads complete sectors from `first`, fewer at the end of the run. `into` may be used as the buffer and must be
   * large enough. Throws the errors of the files.
   */
  read(first: number, count: number, into?: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Returns the folder of a DVD's files: `VIDEO_TS/`, or the root if it is itself that folder. */
export async function dvdFolder(files: DiscFiles): Promise<string> {
  if ((await files.list("VIDEO_TS")).length > 0) return "VIDEO_TS/";
  const names = (await files.list("")).map(({ name }) => name.toUpperCase());
  if (names.some((name) => /^(VIDEO_TS|VTS_\d\d_0)\.(IFO|BUP)$/.test(name))) return "";
  throw new DiscFault("missing_file", "There is no VIDEO_TS folder: this is not a DVD-Video.");
}

/** Returns `VTS_01_` for title set 1. */
export const setName = (titleSet: number): string => `VTS_${String(titleSet).padStart(2, "0")}_`;

/** Opens the VOBs of a title set up to the first missing VOB. If there is none, the run has 0 sectors. */
export async function openVobs(files: DiscFiles, folder: string, titleSet: number): Promise<Vobs> {
  const parts: { file: RandomAccess; first: number; sectors: number }[] = [];
  const close = async () => {
    for (const { file } of parts) await file.close();
  };
  let total = 0;
  try {
    for (let i = 1; i <= 9; i++) {
      const file = await files.open(`${folder}${setName(titleSet)}${i}.VOB`);
      if (file === undefined) break;
      const sectors = Math.floor(file.size / SECTOR_BYTES);
      parts.push({ file, first: total, sectors });
      total += sectors;
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    sectors: total,
    close,
    async read(first, count, into) {
      const end = Math.min(total, first + count);
      const pieces: Uint8Array[] = [];
      for (const part of parts) {
        const [from, to] = [Math.max(first, part.first), Math.min(end, part.first + part.sectors)];
        if (from >= to) continue;
        const isWhole = from === first && to === end;
        const bytes = await part.file.read(
          (from - part.first) * SECTOR_BYTES,
          (to - from) * SECTOR_BYTES,
          isWhole ? into : undefined,
        );
        pieces.push(bytes);
        // After a short read, the data that follows would be at the wrong position.
        if (bytes.length < (to - from) * SECTOR_BYTES) break;
      }
      const [only] = pieces;
      const bytes = pieces.length === 1 && only ? only : concat(pieces);
      return bytes.subarray(0, bytes.length - bytes.length % SECTOR_BYTES);
    },
  };
}
