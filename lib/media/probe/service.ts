import { Fault } from "../../kit/fault.ts";
import { createCapabilities, type ToolPaths } from "../tools/capabilities.ts";
import { probeFile, rawProbe } from "./ffprobe.ts";
import { extractFrame, type FrameRequest } from "../frames/frames.ts";
import { keepProbes } from "./kept_probes.ts";
import type { Capabilities, Probe } from "./model.ts";
import { createPool } from "../../kit/async.ts";
import { sourceIdentity } from "./source.ts";
import { findTool, type ToolLookup, type ToolSearch } from "../tools/tools.ts";

/** What the rest of the program may ask about media files and the tools that read them. */
export interface Media {
  /** What this ffmpeg can do; read anew when the binary changes. Throws `Fault` `tool_missing`. */
  capabilities(): Promise<Capabilities>;
  /** Where the tools are, or what is wrong with them. */
  tools(): Promise<{ ffmpeg: ToolLookup; ffprobe: ToolLookup }>;
  /** Absolute paths of both tools. Throws `Fault` `tool_missing`. */
  paths(): Promise<ToolPaths>;
  /** Throws `JobFailure` `unreadable`, `source_missing`; `Fault` `tool_missing`, `busy`. */
  probe(path: string, signal?: AbortSignal): Promise<Probe>;
  /** What `probe` found of the file as it lies there now; undefined when it would have to be read. Throws as `probe`. */
  knownProbe(path: string): Promise<Probe | undefined>;
  /** ffprobe's own answer. Throws as `probe`, and `Fault` `busy`. */
  metadata(path: string, signal?: AbortSignal): Promise<MediaMetadata>;
  /** One picture as JPEG. Throws `Fault` `no_preview`, `busy`; `JobFailure` for the source. */
  frame(request: Omit<FrameRequest, "ffmpegPath">): Promise<Uint8Array<ArrayBuffer>>;
}

/** What ffprobe prints about a file, under ffprobe's own names, for `/api/media/metadata`. */
export interface MediaMetadata {
  path: string;
  format: Record<string, unknown>;
  streams: Record<string, unknown>[];
  chapters: Record<string, unknown>[];
}

/** What the service is made of; empty paths in the settings mean that programs are found by name. */
export interface MediaOptions {
  settings: { current(): { ffmpegPath: string; ffprobePath: string } };
  search?: ToolSearch;
  /** What binaries can do, when others have asked them before. */
  remembered?: ReturnType<typeof createCapabilities>;
  /** Asks for the tool that encodes music beside ffmpeg. */
  encodertool?(): Promise<Capabilities["encodertool"]>;
  /** Finds the programs that keep Dolby Vision and HDR10+. */
  dynamicHdr?(): Promise<Capabilities["dynamicHdr"]>;
}

/** Previews, plans and metadata share two places and a line of 32 (safety.md, S-PROC-9, S-LIM-5). */
export function createMedia(
  { settings, search, remembered = createCapabilities(), encodertool, dynamicHdr }: MediaOptions,
): Media {
  const pool = createPool({ running: 2, waiting: 32 });
  const probes = keepProbes((path, ffprobePath, signal) => pool(() => probeFile(path, { ffprobePath, signal })));

  const tools = async () => {
    const { ffmpegPath, ffprobePath } = settings.current();
    const [ffmpeg, ffprobe] = await Promise.all([
      findTool("ffmpeg", ffmpegPath, search),
      findTool("ffprobe", ffprobePath, search),
    ]);
    return { ffmpeg, ffprobe };
  };
  const paths = async (): Promise<ToolPaths> => {
    const { ffmpeg, ffprobe } = await tools();
    return { ffmpegPath: needed(ffmpeg), ffprobePath: needed(ffprobe) };
  };
  return {
    tools,
    paths,
    capabilities: async () => {
      const own = await remembered(await paths());
      const [tool, dynamic] = await Promise.all([encodertool?.(), dynamicHdr?.()]);
      return { ...own, ...(tool ? { encodertool: tool } : {}), ...(dynamic ? { dynamicHdr: dynamic } : {}) };
    },
    probe: async (path, signal) => {
      const { ffprobePath } = await paths();
      return await probes.probe(path, ffprobePath, signal);
    },
    knownProbe: async (path) => {
      const { ffprobePath } = await paths();
      return await probes.known(path, ffprobePath);
    },
    metadata: async (path, signal) => {
      const { ffprobePath } = await paths();
      await sourceIdentity(path);
      const json = await pool(() => rawProbe(path, { ffprobePath, signal }));
      return { path, ...ownPart(json, path) };
    },
    frame: async (request) => {
      const { ffmpegPath } = await paths();
      return await pool(() => extractFrame({ ...request, ffmpegPath }));
    },
  };
}

function needed({ path, error }: ToolLookup): string {
  if (path) return path;
  throw new Fault("tool_missing", error ?? "A tool is missing.");
}

/** ffprobe repeats our operand as `format.filename`; the caller gets the path as given. */
function ownPart(json: unknown, path: string): Omit<MediaMetadata, "path"> {
  const { format = {}, streams = [], chapters = [] } = json as Partial<MediaMetadata>;
  return { format: { ...format, filename: path }, streams, chapters };
}
