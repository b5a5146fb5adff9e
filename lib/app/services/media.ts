import { createEncodertool, type EncodertoolService } from "../../media/audio/encodertool_service.ts";
import { createMedia, type Media } from "../../media/probe/service.ts";
import type { createCapabilities } from "../../media/tools/capabilities.ts";
import { findDynamicHdrTools } from "../../media/tools/dynamic_hdr_tools.ts";
import type { ToolSearch } from "../../media/tools/tools.ts";
import { programJudge, type ProgramRules } from "../../platform/settings/program_rules.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";

/** What reads media files, and the programs that do it. */
export interface MediaServices {
  media: Media;
  encodertool: EncodertoolService;
  /** How programs that the settings name are looked for and judged. */
  programSearch: ToolSearch;
}

/** `settings` name the programs, when they are not to be found by name. */
export interface MediaDeps {
  settings: StoredSettings;
  /** Where no program may lie. */
  programs: ProgramRules;
  /** Default: ffmpeg is asked when its file has changed. */
  capabilities?: ReturnType<typeof createCapabilities>;
}

/** Builds the district of media. Starts no program. */
export function createMediaServices({ settings, programs, capabilities }: MediaDeps): MediaServices {
  const programSearch: ToolSearch = { judge: programJudge(settings, programs) };
  const encodertool = createEncodertool({ settings, search: programSearch });
  const media = createMedia({
    settings,
    search: programSearch,
    remembered: capabilities,
    encodertool: async () => {
      const { available, path, encoders } = await encodertool.status();
      return available && path !== undefined ? { path, encoders } : undefined;
    },
    dynamicHdr: () => findDynamicHdrTools(settings.current(), programSearch),
  });
  return { media, encodertool, programSearch };
}
