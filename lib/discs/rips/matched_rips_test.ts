import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import { discTitle, ripsTest, scanOf } from "../../../tests/fixtures/discs/rips_world.ts";
import type { Fault } from "../../kit/fault.ts";
import { RipProblem } from "../ripper_model.ts";

ripsTest(
  "a disc is scanned, matched and waits with its episodes numbered and extras recognised",
  async ({ insert }) => {
    const rip = await insert();
    is(rip.status, "ready");
    same(rip.selectedTitleIds, [0, 1]);
    same(rip.episodeMap, { "0": 1, "1": 2 });
    same(rip.titleRoles, { "2": { kind: "extra", type: "op" } });
    is(rip.ripper?.name, "open");
    ok(rip.log.some((line) => line.includes("Matched Glass Harbor (2019), season 1 with 95 %")));
  },
);

ripsTest("a disc without titles has a reason, and can be scanned again", async ({ insert, script, rips, reach }) => {
  const full = script.scan;
  script.scan = () =>
    Promise.resolve({ ...scanOf([]), note: "14 titles, none of at least 600 s; the longest is 2 min." });
  const rip = await insert();
  is(rip.status, "failed");
  is(rip.scanNote, "14 titles, none of at least 600 s; the longest is 2 min.");
  script.scan = full;
  await rips.scan(rip.id);
  is((await reach(rip.id, "ready")).error, undefined);
});

ripsTest("people see the ripper's message about a disc that it cannot open", async ({ insert, script }) => {
  script.scan = () => Promise.reject(new RipProblem("protected", "The disc is encrypted (CSS). Install MakeMKV."));
  const rip = await insert();
  same([rip.status, rip.error], ["failed", "The disc is encrypted (CSS). Install MakeMKV."]);
});

ripsTest("titles and tracks that the disc does not have are refused by name", async ({ insert, rips }) => {
  const { id } = await insert();
  for (
    const [patch, path] of [
      [{ selectedTitleIds: [0, 9] }, "selectedTitleIds"],
      [{ episodeMap: { "9": 1 } }, "episodeMap.9"],
      [{ titleRoles: { "7": { kind: "episode" } } }, "titleRoles.7"],
      [{ selectedAudio: { "0": [1] } }, "selectedAudio.0"],
    ] as const
  ) {
    await rejects(
      rips.patch(id, structuredClone(patch) as Parameters<typeof rips.patch>[1]),
      (error: Fault) => error.code === "invalid" && error.fields[0]?.path === path,
    );
  }
});

ripsTest("a match and numbers set by hand stay", async ({ insert, rips }) => {
  const { id } = await insert();
  const rip = await rips.patch(id, { episodeMap: { "0": 5, "1": [6, 7] }, selectedTitleIds: [0, 1] });
  same([rip.episodeMap, rip.episodeMapSource], [{ "0": 5, "1": [6, 7] }, "user"]);
  const media = { kind: "movie", title: "Another", genres: [], confidence: 0 } as const;
  const matched = await rips.patch(id, { media: { ...media, genres: [] } });
  same([matched.media.matchedBy, matched.media.confidence], ["user", 100]);
});

ripsTest(
  "a certain match starts automatically if the setting allows it; uncertain matches, unknown discs and hidden movies wait",
  async (world) => {
    const { insert, reach, script, settings } = world;
    settings.disc.autoRip = true;
    const sure = await insert("A");
    await reach(sure.id, "done");
    const { media } = script.identified;
    script.identified = { ...script.identified, media: { ...media, confidence: 60 } };
    is((await insert("B")).status, "ready");
    script.identified = { ...script.identified, media: { kind: "unknown", title: "", genres: [], confidence: 0 } };
    is((await insert("C")).status, "ready");
    script.identified = { ...script.identified, media: { ...media, kind: "movie" } };
    const hidden = Array.from(
      { length: 40 },
      (_, id) => discTitle(id, { durationSeconds: 7_000, segmentMap: `${id},${99 - id}` }),
    );
    script.scan = () => Promise.resolve(scanOf(hidden));
    same((await insert("D")).selectedTitleIds, []);
  },
);

ripsTest(
  "a catalogue that lists the disc names the titles, also if the movie is obfuscated",
  async ({ insert, script }) => {
    const hidden = Array.from(
      { length: 40 },
      (_, id) => discTitle(id, { durationSeconds: 7_000, segmentMap: `${id},${99 - id}` }),
    );
    script.scan = () => Promise.resolve(scanOf(hidden));
    script.identified = {
      ...script.identified,
      media: { kind: "movie", title: "Glass Harbor", genres: [], confidence: 98, matchedBy: "discdb" },
      known: { source: "discdb", roles: { "3": { kind: "extra", type: "extra" } }, episodes: {}, feature: 17 },
    };
    const rip = await insert();
    same([rip.selectedTitleIds, rip.episodeMapSource], [[17], "discdb"]);
  },
);

ripsTest(
  "numbers beyond the season's last episode are marked, and the disc waits",
  async ({ insert, script, settings }) => {
    settings.disc.autoRip = true;
    script.season = { episodes: [{ number: 1 }] };
    const rip = await insert();
    is(rip.status, "ready");
    same(rip.titles.map(({ flags }) => flags), [[], ["specialOrExtra"], []]);
  },
);

ripsTest(
  "the same disc has the same episodes again, and another one the following ones",
  async ({ insert, script }) => {
    const numbers = async (label: string) => Object.values((await insert(label)).episodeMap);
    same(await numbers("A"), [1, 2]);
    same(await numbers("B"), [1, 2]);
    script.identified = { ...script.identified, media: { ...script.identified.media, discNumber: 2 } };
    script.scan = () => Promise.resolve({ ...scanOf([discTitle(0), discTitle(1)]), fingerprint: {} });
    same(await numbers("C"), [3, 4]);
  },
);
