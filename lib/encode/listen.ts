import type { Probe } from "../media/model.ts";
import { detectMqa, type MqaFinding } from "../music/mqa.ts";
import { isMusicContainer } from "../profiles/containers.ts";
import type { Recipe } from "../profiles/schema.ts";

export interface ListenOptions {
  ffmpegPath: string;
  probe: Probe;
  recipe: Recipe;
  signal?: AbortSignal;
}

/** Listens for what a music profile has to know. Empty when there is nothing to find out. */
export async function listenTo({ ffmpegPath, probe, recipe, signal }: ListenOptions): Promise<{ mqa?: MqaFinding }> {
  const stream = probe.streams.find((one) => one.kind === "audio");
  if (!isMusicContainer(recipe.container) || !recipe.audio.preserveMqa || !stream) return {};
  return { mqa: await detectMqa({ ffmpegPath, path: probe.path, stream, signal }) };
}
