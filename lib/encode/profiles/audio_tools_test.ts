import { equal } from "node:assert/strict";
import { sampleCapabilities } from "../sampling/sample.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import { canEncodeAudio, isBetterByTool, toolEncoder } from "./audio_tools.ts";

const ALL = ["mac", "wv", "lame", "opus", "vorbis", "flac"];
/** Capabilities with the given encoders of ffmpeg and of an encoder tool. Without `tool`, there is no encoder tool. */
const machine = (audioEncoders: string[], tool?: string[]): Capabilities => ({
  ...sampleCapabilities(),
  audioEncoders,
  encodertool: tool && { path: "/usr/bin/freaccmd", encoders: tool },
});

for (
  const [name, encoder, can, wanted] of [
    ["WavPack is the tool's, though ffmpeg has it", "wavpack", machine(["wavpack"], ALL), "wv"],
    ["Monkey's Audio is the tool's", "ape", machine([], ALL), "mac"],
    ["MP3 is ffmpeg's while it has it", "libmp3lame", machine(["libmp3lame"], ALL), undefined],
    ["MP3 is the tool's where ffmpeg has none", "libmp3lame", machine([], ALL), "lame"],
    ["Opus is the tool's where ffmpeg has none", "libopus", machine([], ALL), "opus"],
    ["AAC is never the tool's", "aac", machine([], ALL), undefined],
    ["a tool without the encoder makes nothing", "wavpack", machine(["wavpack"], ["mac"]), undefined],
    ["without a tool nothing is the tool's", "ape", machine([]), undefined],
    ["a copy is nobody's", "copy", machine([], ALL), undefined],
  ] as const
) Deno.test(`toolEncoder(): ${name}`, () => equal(toolEncoder(encoder, can), wanted));

for (
  const [name, encoder, can, music, wanted] of [
    ["a copy can always be made", "copy", machine([]), false, true],
    ["what ffmpeg has can be made for a film", "aac", machine(["aac"]), false, true],
    ["what the tool alone has cannot be made for a film", "libopus", machine([], ALL), false, false],
    ["but for music", "libopus", machine([], ALL), true, true],
    ["what nobody has cannot be made", "libopus", machine(["aac"], ["mac"]), true, false],
    ["the tool has no AAC", "aac", machine([], ALL), true, false],
  ] as const
) Deno.test(`canEncodeAudio(): ${name}`, () => equal(canEncodeAudio(encoder, can, music), wanted));

for (
  const [encoder, wanted] of [["ape", true], ["wavpack", true], ["flac", false], ["libmp3lame", false], [
    "copy",
    false,
  ]] as const
) {
  Deno.test(`isBetterByTool(): ${encoder} is ${wanted ? "" : "not "}better by the tool`, () => {
    equal(isBetterByTool(encoder), wanted);
  });
}
