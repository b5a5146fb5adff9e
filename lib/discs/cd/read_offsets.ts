import * as z from "zod";
import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import { createMutex } from "../../kit/async.ts";

/**
 * Read offsets of drives: how many samples too early or too late a model reads. The one of the settings is for every drive
 * without its own. Drives are known by their names, which are those of their models.
 */
export interface ReadOffsets {
  /** In samples; `drive` is absent for a reader without a name. */
  of(drive: string | undefined): Promise<number>;
  all(): Promise<DriveOffset[]>;
  /** `undefined` goes back to that of the settings. */
  set(drive: string, readOffset: number | undefined): Promise<void>;
}

/** The largest offset that any drive has, in samples: ten sectors. */
const MAX_OFFSET = 5_880;
/** Nobody has more drives; the oldest goes first. */
const MAX_DRIVES = 200;
const KEY = "cd.readOffsets";

/** The read offset of one model of drive. */
export const DriveOffset = z.object({
  drive: z.string().trim().min(1).max(1_000).describe("Its name, as Drive has it"),
  readOffset: z.int().min(-MAX_OFFSET).max(MAX_OFFSET).describe("Samples"),
}).meta({ id: "DriveOffset" });
/** As it is stored and answered. */
export type DriveOffset = z.infer<typeof DriveOffset>;

const Stored = z.array(DriveOffset).catch([]);

/** `usual` is the offset of the settings. */
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
