import { Fault } from "../../kit/fault.ts";
import { addOrFind } from "../../library/managers/add_or_find.ts";
import { MANAGERS } from "../../platform/managers/kinds.ts";
import type { StoredRip } from "../rip_schema.ts";
import type { DeliveryDeps } from "./deps.ts";

/** Adds the title of a rip to its manager, or finds the existing entry. Throws `bad_state` and the errors of adding. */
export async function addToLibrary(
  { addTitle, settings }: DeliveryDeps,
  { media }: StoredRip,
): Promise<{ arrId: number; message: string }> {
  const { kind, externalId, title, seriesType } = media;
  if (kind !== "movie" && kind !== "series") {
    throw new Fault("bad_state", "This disc has not been identified. Choose its title first.");
  }
  const { app } = MANAGERS[kind];
  if (externalId === undefined) {
    throw new Fault("bad_state", `The ID of ${title} is unknown. Choose it from the search, then add it.`);
  }
  const { id, isNew } = await addOrFind(() =>
    addTitle({
      kind,
      externalId: `${kind === "movie" ? "tmdb" : "tvdb"}:${externalId}`,
      ...(kind === "series" && seriesType !== undefined ? { seriesType } : {}),
      monitored: settings.current().disc.addMonitored,
      search: false,
    })
  );
  return { arrId: id, message: isNew ? `${title} was added to ${app}.` : `${app} already has ${title}.` };
}
