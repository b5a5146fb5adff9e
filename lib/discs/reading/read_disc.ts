import { readBluray } from "../bluray/read_bluray.ts";
import { readDvd } from "../dvd/read_dvd.ts";
import { DiscFault, type DiscFiles } from "../files/model.ts";
import type { ReadDisc } from "../model.ts";

/**
 * Reads the content of a disc: a Blu-ray, a DVD-Video, or files without video. A disc with both formats is read as a
 * Blu-ray, or as a DVD if its Blu-ray files cannot be read. Throws `DiscFault`.
 */
export async function readDisc(files: DiscFiles, signal?: AbortSignal): Promise<ReadDisc> {
  const isDvd = await holdsDvd(files);
  if ((await files.list("BDMV")).length === 0) return isDvd ? await readDvd(files, signal) : dataDisc(files);
  try {
    return await readBluray(files, signal);
  } catch (error) {
    if (!isDvd || !(error instanceof DiscFault)) throw error;
    const disc = await readDvd(files, signal);
    return { ...disc, warnings: [`Its Blu-ray part cannot be read: ${error.message}`, ...disc.warnings] };
  }
}

/** True if the disc is a DVD. The folder itself may be `VIDEO_TS`. */
async function holdsDvd(files: DiscFiles): Promise<boolean> {
  if ((await files.list("VIDEO_TS")).length > 0) return true;
  return (await files.list("")).some(({ name }) => /^(VIDEO_TS|VTS_\d\d_0)\.(IFO|BUP)$/i.test(name));
}

const dataDisc = ({ volumeName }: DiscFiles): ReadDisc => ({
  type: "data",
  ...(volumeName ? { volumeName } : {}),
  fingerprint: {},
  titles: [],
  warnings: [],
});
