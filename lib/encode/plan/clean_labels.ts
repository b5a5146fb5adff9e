import { basename, extname } from "node:path";
import type { AudioStream, Probe, Stream } from "../../media/probe/model.ts";
import { mediaTitle } from "../../media/release_names/media_title.ts";
import { fileComment, languageOf, subtitleTitle } from "./metadata.ts";
import type { AudioPlan, Plan } from "./model.ts";
import { audioName, channelName, codecName } from "./words.ts";

/** Sets clean metadata: track names that describe the track, without names from earlier encodes. */

/** Sets the plan's file title, comment and track names. Modifies `plan` in place. */
export function cleanLabels(probe: Probe, plan: Plan): void {
  const name = basename(probe.path);
  const title = mediaTitle(name.slice(0, name.length - extname(name).length)) ?? probe.title;
  plan.metadata = { title, comment: fileComment(plan) };
  const sources = new Map(probe.streams.map((stream) => [stream.index, stream]));
  for (const audio of plan.audio) {
    const source = sources.get(audio.index);
    audio.title = audioTitle(audio, source?.kind === "audio" ? source : undefined);
  }
  for (const subtitle of plan.subtitles) subtitle.title = subtitleTitle(subtitle, sources.get(subtitle.index)?.region);
  keepApart(plan.audio, sources);
  keepApart(plan.subtitles, sources);
}

/** Appends the original name to tracks that would get the same name although their original names differ. */
function keepApart(tracks: { index: number; title?: string }[], sources: ReadonlyMap<number, Stream>): void {
  const ownName = ({ index }: { index: number }): string => sources.get(index)?.title?.trim() ?? "";
  for (const [title, same] of Map.groupBy(tracks, ({ title }) => title ?? "")) {
    if (new Set(same.map(ownName)).size < 2) continue;
    for (const track of same) if (ownName(track) !== "") track.title = `${title} (${ownName(track)})`.trim();
  }
}

function audioTitle(audio: AudioPlan, source: AudioStream | undefined): string {
  const kind = audio.commentary ? "Commentary" : audio.visualImpaired ? "Audio Description" : "";
  const name = audio.encoder === "copy" && source ? audioName(source) : codecName(audio.codec);
  return [languageOf(audio.language, source?.region), kind, name, channelName(audio.channels, audio.layout)].filter(
    Boolean,
  ).join(" ");
}
