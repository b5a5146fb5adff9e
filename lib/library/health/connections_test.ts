import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { deadShare } from "../../../tests/fixtures/dead_share.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { pathsProbe } from "./connections.ts";

Deno.test("folders on an unavailable share are a finding of each check, and keep no more reads open each time", async () => {
  const share = deadShare(/^\/mnt\/dead\//);
  const settings = Settings.parse({
    pathMappings: [
      { remote: "/films", local: "/mnt/dead/films", app: "movie" },
      { remote: "/tv", local: "/mnt/dead/tv", app: "series" },
      { remote: "/music", local: "/mnt/missing/music", app: "music" },
    ],
  });
  const probe = pathsProbe({
    settings: { current: () => settings },
    managers: { connected: () => undefined },
    disks: share.disks,
  });
  for (let check = 0; check < 20; check++) {
    const found = await probe.check();
    same(found.map(({ message }) => message.replace(/: .*/, "")), [
      "The folder of a path mapping does not respond",
      "The folder of a path mapping does not respond",
      "The folder of a path mapping does not exist",
    ]);
  }
  is(share.open(), 8);
  await share.revive();
  ok((await probe.check()).every(({ message }) => message.includes("does not exist")));
});

Deno.test("a file whose name differs only in its Unicode form needs no path mapping", async () => {
  const settings = Settings.parse({});
  const [path, other] = ["/films/Amélie (2001)/Amélie.mkv", "/films/Heat (1995)/Heat.mkv"];
  const file = { app: "movie" as const, title: "Amélie", path, localPath: path };
  const probe = pathsProbe({
    settings: { current: () => settings },
    managers: { connected: () => undefined },
    disks: deadShare(/^\/mnt\/dead\//).disks,
    unseen: () => Promise.resolve([{ ...file, actualPath: path.normalize("NFD") }, { ...file, path: other }]),
  });
  const found = await probe.check();
  same(found.map(({ id, message }) => [id, message.includes(path), message.includes("suggest a path mapping")]), [
    ["files movie", false, true],
    ["letters movie", true, false],
  ]);
  ok(found[1]?.message.includes("the path mapping is correct"));
});
