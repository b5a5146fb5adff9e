import { smartProfileRepository } from "../../../db/encode/profiles.ts";
import type { profileRepository } from "../../../db/encode/profiles.ts";
import type { Store } from "../../../db/store.ts";
import { createHardware, type Hardware } from "../../encode/hardware/service.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import { outputFolderProblem } from "../../encode/profiles/output_folder.ts";
import { createProfiles } from "../../encode/profiles/store.ts";
import { isInside, ownPlacesOf } from "../../jobs/intake/source_file.ts";
import { realPlace } from "../../kit/disk/real_place.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Media } from "../../media/probe/service.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";

/** How files are encoded. */
export interface EncodeServices {
  profiles: Profiles;
  hardware: Hardware;
}

/** What profiles and hardware are built from. */
export interface EncodeDeps {
  settings: StoredSettings;
  store: Store;
  profileRows: ReturnType<typeof profileRepository>;
  media: Media;
  clock: Clock;
  storage: Storage;
}

/** Builds the district of encodes. */
export function createEncodeServices(
  { settings, storage, store, profileRows, media, clock }: EncodeDeps,
): EncodeServices {
  return {
    profiles: createProfiles({
      repository: profileRows,
      smartRepository: smartProfileRepository(store),
      settings,
      media,
      clock,
      outputPlaceProblem: (directory) => outputPlaceProblem(directory, storage),
    }),
    hardware: createHardware({ media }),
  };
}

/** Judges where a folder really is: a link may lead to the system or to our own data. */
async function outputPlaceProblem(directory: string, storage: Storage): Promise<string | undefined> {
  const place = await realPlace(directory);
  const own = await ownPlacesOf(storage);
  if (!isInside(place, own.rips) && own.others.some((folder) => isInside(place, folder))) {
    return "This folder holds data of Lathe. Use another one.";
  }
  return outputFolderProblem(place);
}
