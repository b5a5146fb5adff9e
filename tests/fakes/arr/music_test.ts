import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { inFolder } from "../../fixtures/folder.ts";
import { startSlskd } from "../slskd.ts";
import { startLidarr } from "./lidarr.ts";
import { startProwlarr } from "./prowlarr.ts";
import { Clock } from "./shared/clock.ts";
import { asker, fields, rows } from "./testing.ts";

const clock = () => new Clock({ manual: true });

inFolder(
  "Lidarr imports an album it grabbed, track by track, and accepts only tracks of the right release",
  async (dir) => {
    await Deno.writeTextFile(`${dir}/small.flac`, "music");
    await using fake = await startLidarr({
      root: `${dir}/music`,
      files: `${dir}/small.flac`,
      artists: 3,
      clock: clock(),
    });
    const ask = asker(fake, "v1");
    const [release] = rows(await ask("GET", "/release?albumId=1"));
    await ask("POST", "/release", { guid: release?.guid, indexerId: release?.indexerId });
    await fake.tick(300_000);
    const tracks = rows(await ask("GET", "/track?albumId=1"));
    ok(
      tracks.length > 0 &&
        tracks.every(({ hasFile, trackNumber }) => hasFile === true && typeof trackNumber === "string"),
    );
    const files = rows(await ask("GET", "/trackfile?albumId=1"));
    is(await Deno.readTextFile(String(files[0]?.path)), "music");
    is(rows(await ask("GET", "/history?eventType=8")).length, 1);

    const album = fields(await ask("GET", "/album/2"));
    const [cd, vinyl] = album.releases as { id: number }[];
    const [other] = rows(await ask("GET", `/track?albumReleaseId=${vinyl?.id}`));
    await Deno.writeTextFile(`${dir}/01 - x.flac`, "mine");
    const file = {
      path: `${dir}/01 - x.flac`,
      artistId: 1,
      albumId: 2,
      trackIds: [other?.id],
      quality: release?.quality,
    };
    for (const albumReleaseId of [cd?.id, vinyl?.id]) {
      await ask("POST", "/command", {
        name: "ManualImport",
        importMode: "copy",
        replaceExistingFiles: true,
        files: [{ ...file, albumReleaseId }],
      });
      await fake.tick(3000);
      is(rows(await ask("GET", "/trackfile?albumId=2")).some(({ size }) => size === 4), albumReleaseId === vinyl?.id);
    }
    is((await ask("POST", "/manualimport", [{ ...file, albumReleaseId: vinyl?.id }])).status, 202);
  },
);

Deno.test("Prowlarr keeps a search for half an hour, and one failing indexer fails nothing", async () => {
  await using fake = await startProwlarr({ clock: clock(), clients: ["torrent"] });
  const ask = asker(fake, "v1");
  fake.troubled.add(3);
  is(rows(await ask("GET", "/indexerstatus"))[0]?.indexerId, 3);
  const found = rows(await ask("GET", `/search?query=${encodeURIComponent("{ImdbId:tt0113277}")}&type=movie`));
  ok(
    found.length > 0 && found.every(({ title, indexerId }) => String(title).startsWith("Heat.1995") && indexerId !== 3),
  );
  const torrents = rows(await ask("GET", "/search?query=heat 1995&indexerIds=-2"));
  ok(torrents.length > 0 && torrents.every(({ protocol }) => protocol === "torrent"));
  const send = (protocol: string) => {
    const one = found.find((release) => release.protocol === protocol);
    return ask("POST", "/search", { guid: one?.guid, indexerId: one?.indexerId });
  };
  same([(await send("torrent")).status, (await send("usenet")).status, fake.grabbed.length], [200, 409, 1]);
  await fake.tick(31 * 60_000);
  is((await send("torrent")).status, 404);
});

inFolder("slskd shows responses when a search is over, and puts a file below the last remote folder", async (dir) => {
  await Deno.writeTextFile(`${dir}/small.flac`, "music");
  await using fake = await startSlskd({
    downloads: `${dir}/down`,
    files: `${dir}/small.flac`,
    clock: clock(),
    startingMs: 1000,
  });
  const ask = asker(fake, "v0");
  const id = "0c6f3e0a-6b0f-4b0c-9a3a-0d5a5a0f1c11";
  const search = { id, searchText: "silent flac", searchTimeout: 15_000 };
  is((await ask("POST", "/searches", search)).status, 200);
  is((await ask("POST", "/searches", { searchText: "silent" })).status, 429);
  await fake.tick(2000);
  is((await ask("POST", "/searches", search)).status, 400);
  same([fields(await ask("GET", `/searches/${id}`)).isComplete, (await ask("GET", `/searches/${id}/responses`)).body], [
    false,
    [],
  ]);
  await fake.tick(20_000);
  same(fields(await ask("GET", `/searches/${id}`)).state, "Completed, TimedOut");
  const [peer] = rows(await ask("GET", `/searches/${id}/responses`));
  const [file] = peer?.files as { filename: string; size: number }[];
  ok(file?.filename.startsWith("@@"));
  const user = encodeURIComponent(String(peer?.username));
  const queued = await ask("POST", `/transfers/downloads/${user}`, [file]);
  is(queued.status, 201);
  const [transfer] = fields(queued).enqueued as { id: string }[];
  const state = async () => fields(await ask("GET", `/transfers/downloads/${user}/${transfer?.id}`)).state;
  const states = [await state()];
  for (const ms of [3000, 10_000]) {
    await fake.tick(ms);
    states.push(await state());
  }
  same(states, ["Queued, Remotely", "InProgress", "Completed, Succeeded"]);
  is(await Deno.readTextFile(`${dir}/down/${file?.filename.split("\\").slice(-2).join("/")}`), "music");
  same([(await ask("DELETE", `/searches/${id}`)).status, (await ask("GET", `/searches/${id}`)).status], [204, 404]);
  is((await ask("DELETE", `/transfers/downloads/${user}/${transfer?.id}?remove=true`)).status, 204);
  is((await ask("GET", `/transfers/downloads/${user}`)).status, 404);
});

Deno.test("slskd refuses a wrong key, writes with a read-only key, and a search without the network", async () => {
  await using fake = await startSlskd({ role: "readonly", clock: clock() });
  is((await asker({ ...fake, key: "wrong" }, "v0")("GET", "/application")).status, 401);
  is((await asker(fake, "v0")("POST", "/searches", { searchText: "x" })).status, 403);
  await using open = await startSlskd({ key: "", clock: clock() });
  open.network.loggedIn = false;
  const ask = asker(open, "v0");
  is((fields(await ask("GET", "/application")).server as { isLoggedIn: boolean }).isLoggedIn, false);
  is((await ask("POST", "/searches", { searchText: "x" })).status, 409);
  open.offline.add("gone");
  is((await ask("POST", "/transfers/downloads/gone", [{ filename: "a\\b", size: 1 }])).status, 500);
  is((await ask("POST", "/transfers/downloads/gone", [])).status, 400);
});
