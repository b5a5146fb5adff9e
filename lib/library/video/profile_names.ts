import type { CatalogueRepository } from "../../../db/library/catalogue.ts";
import type { LibraryKind } from "../../platform/managers/kinds.ts";

/**
 * Adds the name of the quality profile to each title. It is looked up for display, because a profile may be renamed.
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
