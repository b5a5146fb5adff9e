import type { Media } from "../service.ts";
import { findTool, type ToolSearch } from "../tools/tools.ts";
import { installSteps, type SetupPlatform, type SetupStep, type ToolId } from "./install_steps.ts";

/** One program on the setup page. `steps` are the ways to install it on this platform. */
export interface SetupTool {
  id: ToolId;
  name: string;
  purpose: string;
  required: boolean;
  available: boolean;
  /** Version and path of the program, or the problem with it. */
  detail?: string;
  steps: SetupStep[];
  note?: string;
}

/** Response of `GET /api/setup/tools`. */
export interface SetupTools {
  platform: SetupPlatform;
  dismissed: boolean;
  tools: SetupTool[];
}

/**
 * Options of the check. `dismissed` is true if the user has dismissed the setup page. `inContainer` is set only in
 * tests.
 */
export interface CheckToolsOptions {
  media: Pick<Media, "tools" | "capabilities">;
  platform: typeof Deno.build.os;
  dismissed: boolean;
  /** Options of the search for optional programs. By default, PATH and the usual folders of packages are searched. */
  search?: ToolSearch;
  inContainer?: () => Promise<boolean>;
}

const WITH_MKVMERGE = "Also needs mkvmerge (MKVToolNix). Without it, only HDR10 is kept, and the job notes this.";

/** Programs that are needed only for some features, by the names of their executables. */
const OPTIONAL = [
  {
    id: "encodertool",
    name: "fre:ac",
    purpose: "Encodes music with its command-line tool, freaccmd.",
    note: "Needed only for Monkey's Audio and for profiles that use fre:ac; ffmpeg encodes all other formats.",
    programs: ["freaccmd"],
    folders: { darwin: ["/Applications/freac.app/Contents/MacOS"], windows: ["C:\\Program Files\\freac"] },
  },
  {
    id: "ripper",
    name: "MakeMKV",
    purpose: "Reads DVDs and Blu-rays with its command-line tool, makemkvcon.",
    note: "Needed only for protected discs; others are copied without it.",
    programs: ["makemkvcon", "makemkvcon64"],
    folders: {
      darwin: ["/Applications/MakeMKV.app/Contents/MacOS"],
      windows: ["C:\\Program Files (x86)\\MakeMKV", "C:\\Program Files\\MakeMKV"],
    },
  },
  {
    id: "ocr",
    name: "Tesseract",
    purpose: "Converts bitmap subtitles to text.",
    note: "Without it, they stay bitmaps.",
    programs: ["tesseract"],
    folders: { darwin: [], windows: ["C:\\Program Files\\Tesseract-OCR"] },
  },
  {
    id: "cd",
    name: "cd-paranoia",
    purpose: "Reads audio CDs and re-reads scratched areas.",
    note: "Not needed for images of audio CDs.",
    programs: ["cd-paranoia", "cdparanoia"],
    folders: { darwin: [], windows: [] },
  },
  {
    id: "dovi",
    name: "dovi_tool",
    purpose: "Keeps Dolby Vision when an HEVC movie is encoded.",
    programs: ["dovi_tool"],
    folders: { darwin: [], windows: [] },
    note: WITH_MKVMERGE,
  },
  {
    id: "hdr10plus",
    name: "hdr10plus_tool",
    purpose: "Keeps HDR10+ when an HEVC movie is encoded.",
    programs: ["hdr10plus_tool"],
    folders: { darwin: [], windows: [] },
    note: WITH_MKVMERGE,
  },
] as const;

/** Checks which programs are installed, and how to install the others. Never throws. Problems are in `detail`. */
export async function checkTools(options: CheckToolsOptions): Promise<SetupTools> {
  const { media, platform: os, dismissed, search, inContainer = seemsContainer } = options;
  const platform = await platformOf(os, inContainer);
  const [ffmpeg, ...optional] = await Promise.all([
    ffmpegState(media),
    ...OPTIONAL.map(async ({ programs, folders, ...about }) => {
      const usual = os === "darwin" || os === "windows" ? folders[os] : [];
      return { ...about, ...await optionalState(programs, usual, { os, ...search }) };
    }),
  ]);
  const tools: Omit<SetupTool, "steps">[] = [
    { id: "ffmpeg", name: "ffmpeg", purpose: "Reads and encodes every file.", required: true, ...ffmpeg },
    ...optional.map((tool) => ({ ...tool, required: false })),
    {
      id: "soulseek",
      name: "slskd",
      purpose: "Finds music on Soulseek.",
      required: false,
      available: false,
      note: "It runs separately and is set up as a connection, so it is not checked here.",
    },
  ];
  return { platform, dismissed, tools: tools.map((tool) => ({ ...tool, steps: installSteps(tool.id, platform) })) };
}

/** Returns the state of ffmpeg. It is available only if both programs exist and report their capabilities. */
async function ffmpegState(media: CheckToolsOptions["media"]): Promise<Pick<SetupTool, "available" | "detail">> {
  try {
    const { ffmpeg, ffprobe } = await media.tools();
    const wrong = [ffmpeg.error, ffprobe.error].filter((error) => error !== undefined);
    if (wrong.length > 0) return { available: false, detail: wrong.join(" ") };
    const { version } = await media.capabilities();
    return { available: true, detail: `${version}, ${ffmpeg.path}` };
  } catch (error) {
    return { available: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

async function optionalState(
  programs: readonly string[],
  usual: readonly string[],
  search: ToolSearch,
): Promise<Pick<SetupTool, "available" | "detail">> {
  for (const program of programs) {
    for (const folders of [search.folders, [...usual]]) {
      const { path } = await findTool(program, "", { ...search, folders });
      if (path !== undefined) return { available: true, detail: path };
    }
  }
  return { available: false };
}

async function platformOf(
  os: typeof Deno.build.os,
  inContainer: () => Promise<boolean>,
): Promise<SetupPlatform> {
  if (os === "windows" || os === "freebsd") return os;
  if (os === "darwin") return "macos";
  return await inContainer() ? "docker" : "linux";
}

/** True if a file exists that Docker or Podman creates in containers. */
async function seemsContainer(): Promise<boolean> {
  const marks = await Promise.all(
    ["/.dockerenv", "/run/.containerenv"].map((path) => Deno.stat(path).then(() => true, () => false)),
  );
  return marks.includes(true);
}
