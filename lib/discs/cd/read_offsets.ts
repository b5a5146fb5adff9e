import * as z from "zod";
import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import { createMutex } from "../../kit/async.ts";

/**
 * Read offsets: the number of samples by which a drive model reads too early or too late. Drives without a stored
 * offset use the offset in the settings. Drives are identified by their model name.
 */
export interface ReadOffsets {
  /** Returns the offset in samples. `drive` is undefined for a drive without a name. */
  of(drive: string | undefined): Promise<number>;
  all(): Promise<DriveOffset[]>;
  /** Sets the offset of a drive model. With `undefined`, the offset from the settings is used. */
  set(drive: string, readOffset: number | undefined): Promise<void>;
}

/** Largest offset of any known drive, in samples: ten sectors. */
const MAX_OFFSET = 5_880;
/** Maximum number of stored drives. If there are more, the oldest entry is dropped. */
const MAX_DRIVES = 200;
const KEY = "cd.readOffsets";

/** The read offset of one drive model. */
export const DriveOffset = z.object({
  drive: z.string().trim().min(1).max(1_000).describe("Name of the drive, as in Drive"),
  readOffset: z.int().min(-MAX_OFFSET).max(MAX_OFFSET).describe("Samples"),
}).meta({ id: "DriveOffset" });
/** See `DriveOffset`. */
export type DriveOffset = z.infer<typeof DriveOffset>;

const Stored = z.array(DriveOffset).catch([]);

/** Creates the store of read offsets. `usual` returns the offset from the settings. */
export function createReadOffsets(
  keyValues: Pick<KeyValueRepository, "get" | "set">,
  usual: () => number,
): ReadOffsets {
  const inTurn = createMutex();
  const all = async () => Stored.parse(await keyValues.get(KEY));
  return {
    all,
    of: async (drive) => (await all()).find((one) => one.drive === drive)?.readOffset ?? usual(),
    set: (drive, readOffset) =>
      inTurn(async () => {
        const others = (await all()).filter((one) => one.drive !== drive);
        const kept = readOffset === undefined ? others : [...others, { drive, readOffset }];
        await keyValues.set(KEY, kept.slice(-MAX_DRIVES));
      }),
  };
}
