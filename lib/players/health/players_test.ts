import { deepStrictEqual as same, ok } from "node:assert/strict";
import { Settings } from "../../platform/settings/schema.ts";
import type { PlayerState } from "../model.ts";
import { playersProbe } from "./players.ts";

const server = { id: "tv", name: "Plex", kind: "plex", url: "http://plex:32400", token: "t" };
const STATE: PlayerState = {
  ...{ id: "tv", name: "Plex", kind: "plex", enabled: true, reachable: true, version: "1" },
  ...{ sections: [], streams: [], holds: false, watched: { waiting: 0, kept: 0, lost: 0 } },
  rescans: { waiting: 0, lastFolders: [], failed: 0 },
};

const look = (state: Partial<PlayerState>, servers: object[] = [server]) => {
  const settings = Settings.parse({ players: { servers } });
  const players = () =>
    servers.length === 0 ? Promise.reject(new Error("asked")) : Promise.resolve([{ ...STATE, ...state }]);
  return playersProbe({ settings: { current: () => settings }, players }).check();
};

for (
  const [name, state, code] of [
    ["a player that responds is fine", {}, undefined],
    ["a player that does not respond is one warning", { reachable: false, error: "Plex is down." }, "no_answer"],
    [
      "rescans that were given up are one warning",
      { rescans: { ...STATE.rescans, failed: 3, error: "Status 500." } },
      "player_rescan_failed",
    ],
    [
      "a rescan that is tried again is fine",
      { rescans: { ...STATE.rescans, waiting: 3, error: "Status 500." } },
      undefined,
    ],
    ["a folder in no library is fine", { rescans: { ...STATE.rescans, error: "/a is in no library." } }, undefined],
    ["a disabled player is fine", { enabled: false, reachable: false }, undefined],
  ] as [string, Partial<PlayerState>, string | undefined][]
) {
  Deno.test(`playersProbe(): ${name}`, async () => {
    const [finding, ...others] = await look(state);
    same([finding?.code, others], [code, []]);
    if (finding) ok(finding.message.includes("Plex"));
  });
}

Deno.test("playersProbe() sends no request without an enabled player", async () => {
  same(await look({}, []), []);
  same(await look({}, [{ ...server, enabled: false }]), []);
});
