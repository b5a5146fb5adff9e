import type { Core, District } from "../platform/core.ts";
import { programJudge, type ProgramRules } from "../platform/settings/program_rules.ts";
import { createEncodertool, type EncodertoolService } from "./audio/encodertool_service.ts";
import { createMedia, type Media } from "./service.ts";
import type { createCapabilities } from "./tools/capabilities.ts";
import { findDynamicHdrTools } from "./tools/dynamic_hdr_tools.ts";
import type { ToolSearch } from "./tools/tools.ts";

/** Reads media files with the programs in the settings. */
export interface MediaServices {
  media: Media;
  encodertool: EncodertoolService;
  /** Finds and checks the programs in the settings. */
  programSearch: ToolSearch;
}

/** The core services, and the media services that all higher districts need. */
export interface MediaCore<Events> extends Core<Events>, MediaServices {}

/**
 * Creates the media services without starting any program. In tests, `capabilities` replaces those read from ffmpeg.
 */
export function createMediaServices(
  { settings }: Pick<Core<never>, "settings">,
  { programs, capabilities }: { programs: ProgramRules; capabilities?: ReturnType<typeof createCapabilities> },
): District<MediaServices> {
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
  return {
    services: { media, encodertool, programSearch },
    tasks: [{
      id: "ffmpeg",
      name: "Detect FFmpeg encoders",
      schedule: () => "on-change",
      async run() {
        const { version, videoEncoders, audioEncoders } = await media.capabilities();
        return `ffmpeg ${version}: ${videoEncoders.length} video and ${audioEncoders.length} audio encoders`;
      },
    }],
  };
}
