import type { Player } from "../../platform/settings/sections/players.ts";
import type { PlayerStream } from "../clients/player_client.ts";

/** Streams in the last response of a player, and the time at which it was received. */
export interface Playback {
  player: Pick<Player, "name" | "ignoreDirectPlay" | "streamLimit">;
  streams: PlayerStream[];
  /** Monotonic milliseconds. */
  answeredAtMs: number;
}

/** Time in milliseconds after which encodes no longer wait for a player that does not respond. */
export const SILENCE_MS = 10_000;

/**
 * Returns the streams for which encodes wait. Paused streams are omitted, because they do not use the processor. Pure.
 */
export const countedStreams = ({ player: { ignoreDirectPlay }, streams }: Playback): PlayerStream[] =>
  streams.filter(({ paused, transcodes }) => !paused && (transcodes || !ignoreDirectPlay));

/** True if encodes wait for this player. Pure. */
export const holds = (playback: Playback, nowMs: number): boolean =>
  nowMs - playback.answeredAtMs < SILENCE_MS && countedStreams(playback).length > playback.player.streamLimit;

/** Returns the reason for which encodes wait, or undefined if they do not. Pure. */
export function holdReason(all: readonly Playback[], nowMs: number): string | undefined {
  const busy = all.filter((playback) => holds(playback, nowMs));
  const [first] = busy;
  const [stream, ...others] = busy.flatMap(countedStreams);
  if (first === undefined || stream === undefined) return undefined;
  const { user, title, device } = stream;
  const where = device === "" ? first.player.name : `${first.player.name} (${device})`;
  const more = others.length === 0 ? "" : `, and ${others.length} more ${others.length === 1 ? "stream" : "streams"}`;
  return `${user || "Somebody"} is watching ${title || "a video"} on ${where}${more}`;
}
