import { profileRepository, smartProfileRepository } from "../../db/encode/profiles.ts";
import { realPlace } from "../kit/disk/real_place.ts";
import type { MediaCore } from "../media/media_services.ts";
import type { District } from "../platform/core.ts";
import { isInside, ownPlacesOf } from "../platform/storage/own_places.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { createHardware, type Hardware } from "./hardware/service.ts";
import { defaultsProbe, encodertoolProbe, ffmpegProbe, hardwareProbe } from "./health/programs.ts";
import { outputFolderProblem } from "./profiles/output_folder.ts";
import type { Profiles } from "./profiles/service.ts";
import { createProfiles } from "./profiles/store.ts";

/** Services for the profiles and for the hardware used for encoding. */
export interface EncodeServices {
  profiles: Profiles;
  hardware: Hardware;
}

/** Creates the encode district. */
export function createEncodeServices(core: Omit<MediaCore<never>, "bus">): District<EncodeServices> {
  const { settings, storage, store, media, clock } = core;
  const hardware = createHardware({ media, clock });
  const profiles = createProfiles({
    repository: profileRepository(store),
    smartRepository: smartProfileRepository(store),
    settings,
    media,
    machine: hardware.machine,
    clock,
    outputPlaceProblem: (directory) => outputPlaceProblem(directory, storage),
  });
  const facts = { ...core, hardware, profiles };
  return {
    services: { profiles, hardware },
    probes: [ffmpegProbe(facts), hardwareProbe(facts), encodertoolProbe(facts), defaultsProbe(facts)],
  };
}

/** Checks the real path of an output folder, because a link may lead to system folders or to Lathe's data. */
async function outputPlaceProblem(directory: string, storage: Storage): Promise<string | undefined> {
  const place = await realPlace(directory);
  const own = await ownPlacesOf(storage);
  if (!isInside(place, own.rips) && own.others.some((folder) => isInside(place, folder))) {
    return "This folder contains Lathe's own data. Use another one.";
  }
  return outputFolderProblem(place);
}
