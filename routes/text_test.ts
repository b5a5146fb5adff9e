import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { openApp } from "../tests/fixtures/app.ts";
import { makeSmallClip } from "../tests/kit/clips.ts";

Deno.test("slow: S-IN-5: names in any script survive a round trip, and are found by their transliteration", async () => {
  await using app = await openApp();
  await app.instance.jobs.setPaused(true);
  const clip = `${app.folder}/a.mkv`;
  await makeSmallClip(clip, { seconds: 1 });
  const titles = [
    "千と千尋の神隠し",
    "ガンダム",
    "Amélie",
    "e\u0301toile",
    "الفيلم",
    "🎬 Film 🎬",
    "Ærø ﬁlm",
    "İstanbul",
    "한국어",
    "Ⅷ",
  ];
  for (const [i, title] of titles.entries()) {
    const path = `${app.folder}/${i} ${title}.mkv`;
    await Deno.copyFile(clip, path);
    const made = await (await app.call("/api/jobs", {
      json: { profileId: "builtin-web-mp4", title, source: { localPath: path } },
    })).json();
    const read = await (await app.call(`/api/jobs/${made.id}`)).json();
    same([read.title, read.source.localPath], [title, path]);
  }
  const found = async (q: string) =>
    (await (await app.call(`/api/jobs?q=${encodeURIComponent(q)}`)).json()).items.map(({ title }: { title: string }) =>
      title
    );
  same(await found("千尋"), ["千と千尋の神隠し"]);
  same(await found("amelie"), ["Amélie"]);
  same(await found("\u00e9toile"), ["e\u0301toile"]);
  same(await found("film"), ["Ærø ﬁlm", "🎬 Film 🎬"]);
  const odd = await app.call("/api/profiles", {
    body: '{"name":"half \\ud800 letter","video":{"encoder":"libx264"}}',
    headers: { "Content-Type": "application/json" },
  });
  is((await odd.json()).name, "half \ufffd letter");
});
