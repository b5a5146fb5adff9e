import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import type { MusicCatalogueRepository } from "../../../db/library/music_catalogue.ts";
import type { MusicChoice } from "../lists/list_choice.ts";
import type { ChosenFile } from "../video/chosen_files.ts";

/** Returns the files of the selected artists or albums, each once. */
export async function filesOfChoice(
  { titles, repository }: {
    titles: Pick<CatalogueRepository, "idsOfList">;
    repository: Pick<MusicCatalogueRepository, "idsOfAlbums" | "filesOf">;
  },
  choice: MusicChoice,
): Promise<ChosenFile[]> {
  const listed = async (): Promise<number[]> =>
    choice.list === undefined
      ? []
      : choice.kind === "artists"
      ? await titles.idsOfList("music", choice.list)
      : await repository.idsOfAlbums(choice.list);
  const left = new Set(choice.except);
  const ids = (choice.ids ?? await listed()).filter((id) => !left.has(id));
  return await repository.filesOf(choice.kind, ids);
}
