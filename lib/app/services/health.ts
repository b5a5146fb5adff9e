import type { Hardware } from "../../encode/hardware/service.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { RunningJobs } from "../../jobs/queue/queue.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { DiskReads } from "../../kit/disk/disk_reads.ts";
import type { Log } from "../../kit/log.ts";
import type { Managers } from "../../library/managers/managers.ts";
import type { MusicLibrary } from "../../library/music/music_service.ts";
import type { MappingSearch } from "../../library/video/mappings/mapping_search.ts";
import type { Library } from "../../library/video/service.ts";
import type { EncodertoolService } from "../../media/audio/encodertool_service.ts";
import type { Media } from "../../media/probe/service.ts";
import type { ToolSearch } from "../../media/tools/tools.ts";
import { securityProbe, type Sightings } from "../../platform/health/security.ts";
import { createHealth, type Health } from "../../platform/health/service.ts";
import { diskSpaceProbe, programDataProbe } from "../../platform/health/storage.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { InstallKind } from "../../platform/updates/install_text.ts";
import type { Backups } from "../backup/service.ts";
import { type AgentFacts, agentsProbe } from "../health/agents.ts";
import { animeProbe } from "../health/anime_data.ts";
import { cdProbe } from "../health/cd_programs.ts";
import { managersProbe, pathsProbe } from "../health/connections.ts";
import { oddRecordsProbe } from "../health/odd_records.ts";
import { defaultsProbe, encodertoolProbe, ffmpegProbe, hardwareProbe, ripperProbe } from "../health/programs.ts";
import { backupProbe, leftoversProbe, notificationProbe } from "../health/upkeep.ts";
import type { InstanceBusEvents } from "../instance_events.ts";
import type { Drives } from "../../discs/drives/model.ts";
import type { AnimeCalls } from "./anime.ts";
import type { MessageServices } from "./messages.ts";

/** What all health checks together look at. */
export interface HealthDeps {
  settings: StoredSettings;
  storage: Storage;
  media: Media;
  profiles: Profiles;
  hardware: Hardware;
  encodertool: EncodertoolService;
  programSearch: ToolSearch;
  managers: Managers;
  library: Library;
  music: MusicLibrary;
  mappings: MappingSearch;
  jobs: RunningJobs;
  backups: Backups;
  anime: Pick<AnimeCalls, "status">;
  drives: Pick<Drives, "list">;
  agents: AgentFacts["agents"];
  failedTargets: MessageServices["failedTargets"];
  sightings: Sightings;
  kind: InstallKind;
  /** Since when backups are made, across restarts. */
  firstStart: () => Promise<Date>;
  bus: Bus<InstanceBusEvents>;
  clock: Clock;
  disks: DiskReads;
  log: Log;
}

/** Builds the list of what is looked at for health. Looks at nothing yet. */
export function createHealthChecks(deps: HealthDeps): Health {
  const { settings, storage, managers, library, music, mappings, jobs, backups, bus, clock, disks, log } = deps;
  return createHealth({
    probes: [
      ffmpegProbe(deps),
      hardwareProbe(deps),
      encodertoolProbe(deps),
      ripperProbe(deps),
      cdProbe(deps),
      defaultsProbe(deps),
      managersProbe({ settings, managers, clock }),
      pathsProbe({ settings, managers, disks, unseen: mappings.unseen }),
      oddRecordsProbe({ state: (kind) => kind === "music" ? music.state() : library.state(kind) }),
      programDataProbe({ storage, clock }),
      diskSpaceProbe({ storage, clock }),
      securityProbe({
        settings,
        sightings: deps.sightings,
        clock,
        asRoot: Deno.build.os !== "windows" && Deno.uid() === 0,
        inDocker: deps.kind === "docker",
      }),
      backupProbe({ backups, settings, clock, firstStart: deps.firstStart }),
      animeProbe(deps),
      agentsProbe(deps),
      leftoversProbe({ jobs }),
      notificationProbe(deps.failedTargets),
    ],
    bus,
    clock,
    log,
  });
}
