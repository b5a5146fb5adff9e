import type { LocalRepository } from "../../../db/library/local/local.ts";
import type { LocalChoice } from "../lists/list_choice.ts";
import type { ChosenFile } from "../video/chosen_files.ts";

/** Returns the files of the selected titles. Discs are omitted, because they are ripped instead of encoded. */
export async function filesOfLocal(
  index: Pick<LocalRepository, "idsOfList" | "filesOfItems">,
  { ids, list, except }: LocalChoice,
): Promise<ChosenFile[]> {
  const found = ids ?? (list === undefined ? [] : await index.idsOfList(list));
  const left = new Set(except);
  const files = await index.filesOfItems(found.filter((id) => !left.has(id)));
  return files.filter(({ path }) => !isDisc(path));
}

/** True for a whole disc, as a folder or an image. Its titles are ripped. */
export const isDisc = (path: string): boolean => /(?:^|[\\/])(?:BDMV|VIDEO_TS)$|\.(?:iso|img|nrg|mdf)$/i.test(path);
