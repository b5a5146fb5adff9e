import { Fault } from "../../kit/fault.ts";
import { runProcess } from "../../kit/process/process.ts";
import { readSvtAv1Version, SVT_AV1 } from "./svt_av1_version.ts";
import { readVmafModels } from "./vmaf_models.ts";

/** Capabilities of the installed ffmpeg, as reported by it. */
export interface Capabilities {
  ffmpegPath: string;
  ffprobePath: string;
  /** Version of ffmpeg, for example `5.1.9-0+deb12u1`. */
  version: string;
  videoEncoders: string[];
  audioEncoders: string[];
  subtitleEncoders: string[];
  filters: string[];
  hwaccels: string[];
  demuxers: string[];
  /** VMAF models that work in this build. Empty without libvmaf. */
  vmafModels: string[];
  /** Version of SVT-AV1, for example `2.3.0`. Absent without SVT-AV1. */
  svtAv1Version?: string;
  /** The tool that encodes music as an alternative to ffmpeg. Absent if it is not installed. */
  encodertool?: { path: string; encoders: string[] };
  /** The programs that are needed to keep Dolby Vision and HDR10+. Absent without mkvmerge. */
  dynamicHdr?: { mkvmergePath: string; doviToolPath?: string; hdr10plusToolPath?: string };
}

/** Absolute paths of ffmpeg and ffprobe. */
export interface ToolPaths {
  ffmpegPath: string;
  ffprobePath: string;
}

const DETECTION_MS = 10_000;

/** Queries the capabilities of ffmpeg. Throws `Fault` `tool_missing` if the output is not that of ffmpeg. */
export async function readCapabilities({ ffmpegPath, ffprobePath }: ToolPaths): Promise<Capabilities> {
  const [version, encoders, filters, hwaccels, demuxers] = await Promise.all([
    readVersion(ffmpegPath),
    ask(ffmpegPath, "-encoders"),
    ask(ffmpegPath, "-filters"),
    ask(ffmpegPath, "-hwaccels"),
    ask(ffmpegPath, "-demuxers"),
  ]);
  const lists = listsOf({ encoders, filters, hwaccels, demuxers });
  const [vmafModels, svtAv1Version] = await Promise.all([
    lists.filters.includes("libvmaf") ? readVmafModels(ffmpegPath) : [],
    lists.videoEncoders.includes(SVT_AV1) ? readSvtAv1Version(ffmpegPath) : undefined,
  ]);
  const versions = svtAv1Version === undefined ? { version } : { version, svtAv1Version };
  return { ffmpegPath, ffprobePath, ...versions, ...lists, vmafModels };
}

/** Queries only the version. Throws the errors of `readCapabilities`. */
export const readVersion = async (ffmpegPath: string): Promise<string> => versionOf(await ask(ffmpegPath, "-version"));

async function ask(ffmpegPath: string, option: string): Promise<string> {
  const result = await runProcess({ path: ffmpegPath, args: ["-hide_banner", option], timeoutMs: DETECTION_MS })
    .catch((cause) => {
      throw new Fault("tool_missing", `ffmpeg at ${ffmpegPath} cannot be started.`, { cause });
    });
  if (result.code !== 0 || result.stdout.length === 0) {
    throw new Fault("tool_missing", `${ffmpegPath} does not respond like ffmpeg.`, { cause: result.stderr });
  }
  return new TextDecoder().decode(result.stdout);
}

/** Returns `5.1.9-0+deb12u1` from the first line of `-version`. */
export const versionOf = (text: string): string => /^ffmpeg version (\S+)/.exec(text)?.[1] ?? "unknown";

/** Parses lists that ffmpeg prints: a column of flags, a name, and a description. */
export function listsOf(text: { encoders: string; filters: string; hwaccels: string; demuxers: string }) {
  const encoders = rows(text.encoders, /^ ([VAS])[.\w]{5} (\S+)/);
  const ofKind = (kind: string) => encoders.filter(([flag]) => flag === kind).map(([, name]) => name ?? "");
  return {
    videoEncoders: ofKind("V"),
    audioEncoders: ofKind("A"),
    subtitleEncoders: ofKind("S"),
    filters: rows(text.filters, /^ [.\w]{2,3} (\S+) +\S+->/).map(([name]) => name ?? ""),
    hwaccels: text.hwaccels.split("\n").slice(1).map((line) => line.trim()).filter((line) => line !== ""),
    demuxers: rows(text.demuxers, /^ D\S* +(\S+)/).flatMap(([names]) => (names ?? "").split(",")),
  };
}

const rows = (text: string, pattern: RegExp): string[][] =>
  text.split("\n").flatMap((line) => {
    const match = pattern.exec(line);
    return match && !line.includes(" = ") ? [match.slice(1)] : [];
  });

/** Caches the capabilities of a program until its file changes, because a query starts up to twelve processes. */
export function createCapabilities(read: typeof readCapabilities = readCapabilities) {
  let known: { key: string; answer: Promise<Capabilities> } | undefined;
  return async (paths: ToolPaths): Promise<Capabilities> => {
    const info = await Deno.stat(paths.ffmpegPath).catch(() => undefined);
    const key = [paths.ffmpegPath, paths.ffprobePath, info?.size, info?.mtime?.getTime()].join("\n");
    if (known?.key !== key) {
      const answer = read(paths);
      known = { key, answer };
      // Failures are not cached, so the next call queries again.
      answer.catch(() => {
        if (known?.answer === answer) known = undefined;
      });
    }
    return await known.answer;
  };
}
