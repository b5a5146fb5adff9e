import { basename, extname } from "node:path";
import type { AudioStream, Probe } from "../../media/probe/model.ts";
import { mediaTitle } from "../../media/release_names/media_title.ts";
import { fileComment, languageOf, subtitleTitle } from "./metadata.ts";
import type { AudioPlan, Plan } from "./model.ts";
import { audioName, channelName, codecName } from "./words.ts";

/** Clean metadata: names that say what a track is, nothing left of older encodes. */

/** Gives the plan its file title, comment and track names. Changes `plan` in place, before anybody else has seen it. */
export function cleanLabels(probe: Probe, plan: Plan): void {
  const name = basename(probe.path);
  const title = mediaTitle(name.slice(0, name.length - extname(name).length)) ?? probe.title;
  plan.metadata = { title, comment: fileComment(plan) };
  const sources = new Map(probe.streams.map((stream) => [stream.index, stream]));
  for (const audio of plan.audio) {
    const source = sources.get(audio.index);
    audio.title = audioTitle(audio, source?.kind === "audio" ? source : undefined);
  }
  for (const subtitle of plan.subtitles) subtitle.title = subtitleTitle(subtitle);
}

function audioTitle(audio: AudioPlan, source: AudioStream | undefined): string {
  const kind = audio.commentary ? "Commentary" : audio.visualImpaired ? "Audio Description" : "";
  const name = audio.encoder === "copy" && source ? audioName(source) : codecName(audio.codec);
  return [languageOf(audio.language), kind, name, channelName(audio.channels, audio.layout)].filter(Boolean).join(" ");
}
