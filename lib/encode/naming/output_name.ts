import { extname } from "node:path";
import type { Probe } from "../../media/probe/model.ts";
import { mainVideo } from "../../media/probe/probe.ts";
import { qualityStart } from "../../media/release_names/quality_start.ts";
import { containerFacts } from "../profiles/containers.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import type { Recipe } from "../profiles/schema.ts";
import { safeFileName } from "./file_name.ts";
import type { Plan } from "../plan/model.ts";
import { type NameFacts, rewriteTokens } from "./name_tokens.ts";
import { channelName, resolutionName } from "../plan/words.ts";

/**
 * Returns the file name of the result. Outdated quality words are rewritten in their original style. All other words
 * are kept. Never returns the source's name unless the source is to be replaced.
 */
export function outputName(sourceFileName: string, probe: Probe, plan: Plan, recipe: Recipe): string {
  const extension = containerFacts(plan.container).extension;
  const base = withoutMediaExtension(sourceFileName);
  const start = recipe.output.renameTokens ? qualityStart(base) : base.length;
  const tail = start < base.length ? rewriteTokens(base.slice(start), factsOf(probe, plan, base.slice(0, start))) : "";
  const head = tail === "" && start < base.length
    ? base.slice(0, start).replace(/[ ._([{-]+$/, "")
    : base.slice(0, start);
  const name = safeFileName(head + tail + recipe.output.suffix + extension, extension);
  const collides = name === sourceFileName && !recipe.output.replaceOriginal && recipe.output.directory === "";
  return collides ? safeFileName(`${head}${tail} (encode)${extension}`, extension) : name;
}

/** Extensions of media files and raw streams. They are removed from names, because the new extension is added. */
const MEDIA_EXTENSIONS = new Set([
  ...["mkv", "mk3d", "mka", "mp4", "m4v", "m4a", "m4b", "mov", "qt", "3gp", "3g2", "f4v", "webm", "avi", "divx"],
  ...["ts", "m2ts", "mts", "m2t", "tp", "trp", "mpg", "mpeg", "vob", "evo", "wmv", "asf", "wma", "flv", "ogm", "ogg"],
  ...["oga", "ogv", "opus", "spx", "mxf", "gxf", "nut", "ivf", "rm", "rmvb", "ra", "wtv", "dv", "iso", "img", "y4m"],
  ...["h264", "264", "avc", "h265", "265", "hevc", "av1", "obu", "m1v", "m2v", "mpv", "vc1"],
  ...["flac", "mp2", "mp3", "aac", "ac3", "eac3", "ec3", "dts", "dtshd", "thd", "truehd", "mlp", "wav", "w64", "rf64"],
  ...["wv", "ape", "aif", "aiff", "aifc", "caf", "tta", "tak", "dsf", "dff", "mpc", "amr", "au", "shn", "alac"],
]);

function withoutMediaExtension(name: string): string {
  const extension = extname(name);
  return MEDIA_EXTENSIONS.has(extension.slice(1).toLowerCase()) ? name.slice(0, name.length - extension.length) : name;
}

const AUDIO_WORDS: Record<string, string> = {
  opus: "Opus",
  aac: "AAC",
  eac3: "DDP",
  ac3: "DD",
  flac: "FLAC",
  truehd: "TrueHD",
  mp3: "MP3",
  vorbis: "Vorbis",
};

function factsOf(probe: Probe, plan: Plan, head: string): NameFacts {
  const facts: NameFacts = { scene: !head.includes(" ") && head.includes(".") };
  const { video } = plan;
  const source = mainVideo(probe);
  if (video && source && video.encoder !== "copy") {
    const before = resolutionName(source.width, source.height);
    const after = resolutionName(video.width, video.height);
    facts.video = {
      codec: videoEncoder(video.encoder).fileNameWord,
      bitDepth: video.bitDepth,
      hdr: video.hdr,
      resolution: before === after ? undefined : after,
      size: `${video.width}x${video.height}`,
      progressive: video.fieldHandling !== "none",
    };
  }
  const first = plan.audio[0];
  const original = probe.streams.find((stream) => stream.kind === "audio");
  const changed = first && (first.encoder !== "copy" || first.index !== original?.index);
  const word = first && AUDIO_WORDS[first.codec];
  if (changed && word) {
    const layout = channelName(first.channels, first.layout);
    facts.audio = { codec: word, channels: first.channels, layout, encoded: first.encoder !== "copy" };
  }
  return facts;
}
