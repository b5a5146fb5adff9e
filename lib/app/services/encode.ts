import { smartProfileRepository } from "../../../db/encode/profiles.ts";
import type { profileRepository } from "../../../db/encode/profiles.ts";
import type { Store } from "../../../db/store.ts";
import { createHardware, type Hardware } from "../../encode/hardware/service.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import { createProfiles } from "../../encode/profiles/store.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Media } from "../../media/probe/service.ts";
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
}

/** Builds the district of encodes. */
export function createEncodeServices({ settings, store, profileRows, media, clock }: EncodeDeps): EncodeServices {
  return {
    profiles: createProfiles({
      repository: profileRows,
      smartRepository: smartProfileRepository(store),
      settings,
      media,
      clock,
    }),
    hardware: createHardware({ media }),
  };
}
