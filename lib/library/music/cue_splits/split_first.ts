import { count } from "../../../kit/format.ts";
import type { ImportFolder, ImportRun } from "../imports/model.ts";
import { removeEmptied } from "./remove_emptied.ts";
import type { CueSplits } from "./service.ts";

/**
 * Imports a folder with `importFrom`. Images in it are split first, and their tracks are always moved, whatever the
 * import mode of the folder. Updates state, images and message of `run`. Throws the errors of splitting and importing.
 */
export async function splitFirst(
  run: ImportRun,
  wanted: ImportFolder,
  splits: Pick<CueSplits, "inspect" | "split">,
  importFrom: (wanted: ImportFolder & { folder: string }) => Promise<void>,
): Promise<void> {
  const { images, problems, tracks } = await splits.inspect(run.path);
  run.images = images.length;
  if (images.length === 0) {
    await importFrom({ ...wanted, folder: run.path });
    run.message = [run.message, ...problems].join(" ");
    return;
  }
  const what = `${count(images.length, "image")} into ${count(tracks, "track")}`;
  if (wanted.dryRun) {
    run.message = `Lathe would first split ${what}; Lidarr would then import them.`;
    return;
  }
  run.state = "splitting";
  run.message = `Lathe is splitting ${what}`;
  const folder = await splits.split(run.path) ?? run.path;
  run.state = "looking";
  run.message = `Lidarr is checking ${count(tracks, "track")}`;
  await importFrom({ ...wanted, mode: "move", folder });
  run.message = [run.message, ...problems].join(" ");
  await removeEmptied(folder);
}
