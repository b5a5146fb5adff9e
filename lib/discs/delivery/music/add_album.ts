import { Fault } from "../../../kit/fault.ts";
import { MANAGERS } from "../../../platform/managers/kinds.ts";
import type { StoredRip } from "../../rip_schema.ts";
import type { DeliveryDeps } from "../deps.ts";

const { app } = MANAGERS.music;

/** Returns the release group ID of the chosen release, by which Lidarr identifies albums. */
export const releaseGroupOf = ({ cd }: StoredRip): string | undefined => cd?.releases[cd.selected]?.releaseGroupId;

/**
 * Adds the album of a CD and its artist to Lidarr, or finds the existing entry. Throws `bad_state` and the errors of
 * adding.
 */
export async function addAlbum(
  { addMusic, settings }: Pick<DeliveryDeps, "addMusic" | "settings">,
  rip: StoredRip,
): Promise<{ arrId: number; message: string }> {
  const { title } = rip.media;
  const foreignId = releaseGroupOf(rip);
  if (foreignId === undefined) {
    throw new Fault("bad_state", `Only MusicBrainz releases can be added to ${app}: choose one for this CD.`);
  }
  try {
    const { id } = await addMusic({
      ...{ kind: "album", foreignId, search: false },
      monitored: settings.current().disc.addMonitored,
    });
    return { arrId: id, message: `${title} was added to ${app}.` };
  } catch (error) {
    const held = error instanceof Fault && error.code === "conflict"
      ? Number(error.fields.find(({ path }) => path === "arrId")?.message)
      : NaN;
    if (!Number.isSafeInteger(held)) throw error;
    return { arrId: held, message: `${app} already has ${title}.` };
  }
}
