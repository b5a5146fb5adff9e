import * as z from "zod";
import { PLAYER_KINDS } from "../platform/settings/sections/players.ts";

/** Result of a player's connection test. */
export const PlayerTest = z.object({
  ok: z.boolean(),
  detail: z.string().describe("The version and the libraries, or the reason for the failure"),
}).meta({ id: "PlayerTest" });
export type PlayerTest = z.infer<typeof PlayerTest>;

/** Latest rescan of a player. */
export const PlayerRescans = z.object({
  waiting: z.int().describe("Changed files whose rescan has not been requested yet"),
  lastAt: z.iso.datetime().optional().describe("When the player last accepted a rescan"),
  lastFolders: z.array(z.string()).describe("The folders of the last accepted rescan, as the player sees them"),
  failed: z.int().describe("Changed files for which no rescan could be requested since the last success"),
  error: z.string().optional().describe("Why the latest rescan failed, or which folders are in none of its libraries"),
}).meta({ id: "PlayerRescans" });
export type PlayerRescans = z.infer<typeof PlayerRescans>;

/** Watched states that were transferred since the start. */
export const PlayerWatched = z.object({
  waiting: z.int().describe(
    "Renamed files that the player does not list yet; their watched state has not been transferred",
  ),
  kept: z.int().describe("Watched states that were transferred since Lathe started"),
  lost: z.int().describe("Renamed files whose watched state could not be transferred, since Lathe started"),
}).meta({ id: "PlayerWatched" });
export type PlayerWatched = z.infer<typeof PlayerWatched>;

/** State of a player. */
export const PlayerState = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(PLAYER_KINDS),
  enabled: z.boolean(),
  reachable: z.boolean(),
  version: z.string().optional(),
  error: z.string().optional(),
  sections: z.array(z.object({ id: z.string(), title: z.string(), paths: z.array(z.string()) })),
  streams: z.array(z.object({
    user: z.string(),
    title: z.string(),
    device: z.string(),
    paused: z.boolean(),
    transcodes: z.boolean(),
  })),
  holds: z.boolean().describe("True while encodes wait for a stream of this player"),
  rescans: PlayerRescans,
  watched: PlayerWatched,
}).meta({ id: "PlayerState" });
export type PlayerState = z.infer<typeof PlayerState>;
