import type { PlayerState } from "../../../../../lib/players/model.ts";
import {
  lineOfMapping,
  type Player,
  PLAYER_KINDS,
  type PlayerKind,
} from "../../../../../lib/platform/settings/sections/players.ts";
import { count } from "../../../../../lib/kit/format.ts";
import { Moment } from "../../../../../lib/ui/components/moment.tsx";
import { CheckField, LinesField, NumberField, SelectField, TextField } from "../../../../../lib/ui/field.tsx";
import { Icon } from "../../../../../lib/ui/icon.tsx";
import { Rows } from "../settings_rows.tsx";
import { useSettings } from "../settings_section.tsx";
import { TryButton } from "../settings_try.tsx";

/** Display names of the players. */
export const PLAYER_NAMES: Record<PlayerKind, string> = { plex: "Plex", jellyfin: "Jellyfin", emby: "Emby" };

/** Initial values of a new player. Its ID is created when it is added. */
const BLANK: Player = {
  ...{ id: "", name: "", kind: "plex", enabled: true, url: "", token: "" },
  ...{ rescan: true, keepWatched: true, pauseEncodes: false, ignoreDirectPlay: false, streamLimit: 0 },
  mappings: [],
};

/** Players and their states. */
export function Players() {
  const { settings: { players: { servers } }, players = [] } = useSettings();
  return (
    <Rows
      name="players.servers"
      items={servers}
      blank={BLANK}
      empty="No players yet. Add one to have it rescan changed folders, or to let encodes wait while somebody watches."
      addLabel="Add a player"
      removeLabel="Remove this player"
      row={(player, at) => <PlayerRow player={player} at={at} state={players.find(({ id }) => id === player.id)} />}
    />
  );
}

function PlayerRow({ player, at, state }: { player: Player; at: string; state: PlayerState | undefined }) {
  return (
    <div class="stack">
      <input type="hidden" name={`${at}.id`} value={player.id} data-fresh-id={player.id === "" ? "" : undefined} />
      {state?.enabled && <PlayerLine state={state} />}
      <div class="fields">
        <TextField
          name={`${at}.name`}
          label="Name"
          value={player.name}
          help="Shown as the reason when encodes wait for this player."
          required
        />
        <SelectField
          name={`${at}.kind`}
          label="Application"
          value={player.kind}
          options={PLAYER_KINDS.map((kind) => [kind, PLAYER_NAMES[kind]] as const)}
        />
        <TextField
          name={`${at}.url`}
          label="URL"
          value={player.url}
          placeholder="http://localhost:32400"
          help="Include its URL base, if any."
        />
        <TextField
          name={`${at}.token`}
          label="Token"
          value={player.token}
          secret
          help="Plex: the X-Plex-Token of the server's owner. Jellyfin and Emby: an API key from the dashboard."
        />
        <LinesField
          name={`${at}.mappings`}
          label="Path mappings"
          value={player.mappings.map(lineOfMapping)}
          help="One per line, if the player sees a folder under another path: /data/movies = /mnt/media/movies"
        />
        <NumberField
          name={`${at}.streamLimit`}
          label="Streams allowed during encodes"
          value={player.streamLimit}
          min={0}
          max={100}
          help="Encodes wait if more streams than this are playing."
        />
      </div>
      <div class="fields">
        <CheckField name={`${at}.enabled`} label="Enabled" checked={player.enabled} />
        <CheckField
          name={`${at}.rescan`}
          label="Rescan changed folders"
          checked={player.rescan}
          help="After an encode, a restored original or a rip."
        />
        <CheckField
          name={`${at}.keepWatched`}
          label="Keep the watched state"
          checked={player.keepWatched}
          help="If an encode is named differently from its original, and the player does not keep the state itself."
        />
        <CheckField
          name={`${at}.pauseEncodes`}
          label="Encodes wait while somebody watches"
          checked={player.pauseEncodes}
          help="Running encodes on this server are suspended. Agents continue. Music is ignored."
        />
        <CheckField
          name={`${at}.ignoreDirectPlay`}
          label="Ignore direct play"
          checked={player.ignoreDirectPlay}
          help="Encodes wait only for streams that the player transcodes."
        />
      </div>
      <TryButton path="/api/players/test" scope={at} label="Test player" />
    </div>
  );
}

/** State of a player in one line: version, streams, and the latest rescan. */
export function PlayerLine({ state }: { state: PlayerState }) {
  const { reachable, version, error, streams, rescans, watched } = state;
  const parts = [
    reachable ? `Connected · ${version}` : "No response",
    ...(streams.length > 0 ? [count(streams.length, "stream")] : []),
    ...(rescans.waiting > 0 ? [`${count(rescans.waiting, "changed file")} waiting for a rescan`] : []),
    ...(watched.waiting > 0 ? [`${count(watched.waiting, "watched state")} to transfer`] : []),
  ];
  const problem = error ?? rescans.error;
  return (
    <div class="tile-state">
      <p class="state" data-tone={!reachable ? "bad" : problem === undefined ? "good" : "warn"}>
        <Icon name={reachable && problem === undefined ? "check" : "warn"} size={16} />
        {parts.join(" · ")}
      </p>
      {problem !== undefined && <p class="small">{problem}</p>}
      {rescans.lastAt !== undefined && (
        <p class="small quiet">
          Last rescan <Moment at={rescans.lastAt} />: <span class="path">{rescans.lastFolders.join(", ")}</span>
        </p>
      )}
    </div>
  );
}
