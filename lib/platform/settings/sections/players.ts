import * as z from "zod";
import { newId } from "../../../kit/id.ts";
import { address, secret, toggle } from "./fields.ts";
import { group, settingIn } from "./setting.ts";

/** Media servers whose playback and libraries Lathe considers. */
export const PLAYER_KINDS = ["plex", "jellyfin", "emby"] as const;
export type PlayerKind = (typeof PLAYER_KINDS)[number];

const folder = z.string().trim().min(1).max(4096);

/** A mapping in one line. Both paths may contain the separator, but the second one is absolute. */
const MAPPING_LINE = /^(.*?) = (\/.*|[A-Za-z]:[\\/].*|\\\\.*)$/;

/** Converts the line `remote = local` to a mapping. Other values are returned unchanged. Pure. */
function mappingOfLine(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const [, remote, local] = MAPPING_LINE.exec(value) ?? [];
  return remote === undefined ? value : { remote, local };
}

/** Returns a mapping as the line in which it is entered. Pure. */
export const lineOfMapping = ({ remote, local }: { remote: string; local: string }): string => `${remote} = ${local}`;

const PlayerMapping = z.preprocess(
  mappingOfLine,
  z.object({
    remote: folder.describe("The folder as the player sees it"),
    local: folder.describe("The folder on this server"),
  }, { error: "Use the form: folder in the player = folder here." }),
);

/** One player. */
export const Player = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/).optional().transform((id) => id ?? newId()).describe(
    "Absent: a new player",
  ),
  name: z.string().trim().min(1).max(120).describe("The display name"),
  kind: z.enum(PLAYER_KINDS).describe("The application"),
  enabled: toggle(true).describe("Whether Lathe uses the player"),
  url: address("").describe("The address, with its URL base if it has one"),
  token: secret().describe("The X-Plex-Token, or an API key of Jellyfin or Emby"),
  rescan: toggle(true).describe("Whether the player rescans folders whose files have changed"),
  keepWatched: toggle(true).describe("Whether the watched state is kept if a file is renamed"),
  pauseEncodes: toggle(false).describe("Whether encodes wait while the player is playing"),
  ignoreDirectPlay: toggle(false).describe("Whether encodes wait only for streams that the player transcodes"),
  streamLimit: z.int().min(0).max(100).default(0).describe("Number of streams that may play during encodes"),
  mappings: z.array(PlayerMapping).max(50).default([]).describe(
    "Folders with a different path in the player; each may be sent as the text `remote = local`",
  ),
});
export type Player = z.output<typeof Player>;

/** The `players` section of the settings. */
export const PlayerSettings = group({
  servers: settingIn("players")(z.array(Player).max(20).default([]), {
    label: "Players",
    help: "Plex, Jellyfin and Emby: rescans of changed folders, and encodes that wait while somebody watches.",
    anchor: "players",
  }),
});
