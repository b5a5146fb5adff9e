import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import type { LibraryKind } from "../../platform/managers/kinds.ts";

/**
 * Puts the name of its quality profile on each title. A profile may be given another name: it is looked up when it is
 * shown.
 */
export async function withProfileNames<T extends { qualityProfileId?: number }>(
  titles: Pick<CatalogueRepository, "profileNames">,
  kind: LibraryKind,
  shown: T[],
): Promise<T[]> {
  const names = await titles.profileNames(kind);
  return shown.map((title) => {
    const name = names[title.qualityProfileId ?? 0];
    return name === undefined ? title : { ...title, qualityProfile: name };
  });
}
