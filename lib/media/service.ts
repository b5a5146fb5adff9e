import { Fault } from "../kit/fault.ts";
import { createCapabilities, type ToolPaths } from "./tools/capabilities.ts";
import { probeFile, rawProbe } from "./probe/ffprobe.ts";
import { extractFrame, type FrameRequest } from "./frames/frames.ts";
import { reachesEnd } from "./probe/details/whole_file.ts";
import { keepProbes } from "./probe/kept_probes.ts";
import type { Probe } from "./probe/model.ts";
import type { Capabilities } from "./tools/capabilities.ts";
import { createPool } from "../kit/async.ts";
import { sourceIdentity } from "./probe/source.ts";
import { findTool, type ToolLookup, type ToolSearch } from "./tools/tools.ts";

/** The interface through which all other code accesses media files and the tools that read them. */
export interface Media {
  /**
   * Returns the capabilities of ffmpeg. They are cached until the executable changes. Throws `Fault` `tool_missing`.
   */
  capabilities(): Promise<Capabilities>;
  /** Returns the paths of ffmpeg and ffprobe, or the reason why one cannot be used. */
  tools(): Promise<{ ffmpeg: ToolLookup; ffprobe: ToolLookup }>;
  /** Returns the absolute paths of ffmpeg and ffprobe. Throws `Fault` `tool_missing`. */
  paths(): Promise<ToolPaths>;
  /** Probes a file. Throws `JobFailure` `unreadable`, `source_missing`; `Fault` `tool_missing`, `busy`. */
  probe(path: string, signal?: AbortSignal): Promise<Probe>;
  /** Probes a file without caching the result, for passes over many files. Throws the errors of `probe`. */
  readProbe(path: string, signal?: AbortSignal): Promise<Probe>;
  /**
   * True if a file can be read to its end. False while it is being copied. Throws the errors of `probe`.
   */
  reachesEnd(path: string, signal?: AbortSignal): Promise<boolean>;
  /**
   * Returns the cached probe for the current state of the file. Undefined if the file would have to be read. Throws
   * the errors of `probe`.
   */
  knownProbe(path: string): Promise<Probe | undefined>;
  /** Returns the output of ffprobe. Throws the errors of `probe`, and `Fault` `busy`. */
  metadata(path: string, signal?: AbortSignal): Promise<MediaMetadata>;
  /**
   * Extracts a frame as JPEG. Throws `Fault` `no_preview`, `busy`, and `JobFailure` for a source that cannot be used.
   */
  frame(request: Omit<FrameRequest, "ffmpegPath">): Promise<Uint8Array<ArrayBuffer>>;
}

/** Output of ffprobe for a file, with the keys of ffprobe, for `/api/media/metadata`. */
export interface MediaMetadata {
  path: string;
  format: Record<string, unknown>;
  streams: Record<string, unknown>[];
  chapters: Record<string, unknown>[];
}

/** Services and options. If paths in the settings are empty, programs are found by name. */
export interface MediaOptions {
  settings: { current(): { ffmpegPath: string; ffprobePath: string } };
  search?: ToolSearch;
  /** Cached capabilities of programs, if other services have already queried them. */
  remembered?: ReturnType<typeof createCapabilities>;
  /** Finds the tool that encodes music as an alternative to ffmpeg. */
  encodertool?(): Promise<Capabilities["encodertool"]>;
  /** Finds the programs that are needed to keep Dolby Vision and HDR10+. */
  dynamicHdr?(): Promise<Capabilities["dynamicHdr"]>;
}

/**
 * Creates the media service. Previews, plans and metadata share two slots and a queue of 32 (docs/safety.md, S-PROC-9,
 * S-LIM-5).
 */
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
    readProbe: async (path, signal) => {
      const { ffprobePath } = await paths();
      await sourceIdentity(path);
      return await pool(() => probeFile(path, { ffprobePath, signal }));
    },
    reachesEnd: async (path, signal) => {
      const { ffprobePath } = await paths();
      await sourceIdentity(path);
      return await pool(async () => {
        const options = { ffprobePath, signal };
        return await reachesEnd(await probeFile(path, { ...options, depth: "headers" }), options);
      });
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

/**
 * Returns the parts of ffprobe's output that the API exposes. `format.filename` is replaced with the original path,
 * because ffprobe reports its argument.
 */
function ownPart(json: unknown, path: string): Omit<MediaMetadata, "path"> {
  const { format = {}, streams = [], chapters = [] } = json as Partial<MediaMetadata>;
  return { format: { ...format, filename: path }, streams, chapters };
}
