import { deepStrictEqual as same, doesNotMatch, match, ok } from "node:assert/strict";
import { inApp } from "../tests/fixtures/app.ts";

// A profile whose encoder exists only on macOS.
const APPLE = "Fast HEVC VideoToolbox";
const REASON = "This ffmpeg lacks the encoder hevc_videotoolbox.";

inApp("profiles, encoders and methods that cannot run here stand disabled with the reason", async (app) => {
  const html = async (path: string) => await (await app.call(path)).text();
  const settings = await html("/settings/profiles");
  const [, choices = ""] = /<select[^>]*name="defaultProfiles.movie"[^>]*>(.*?)<\/select>/s.exec(settings) ?? [];
  match(choices, new RegExp(`<optgroup label="Not available: ${REASON}"><option[^>]*disabled[^>]*>${APPLE} · keeps`));
  match(choices, /<optgroup label="TV and home cinema"><option(?![^>]*disabled)[^>]*value="builtin-movie-4k-hdr"/);
  match(choices, /<option[^>]*value="builtin-movie-1080p"[^>]*selected/);

  const form = await html("/profiles/builtin-movie-1080p");
  match(form, new RegExp(`label="Not available: ${REASON}"><option[^>]*value="hevc_videotoolbox"[^>]*disabled`));
  match(
    await html("/profiles/builtin-hw-videotoolbox"),
    new RegExp(`The profile cannot run on this server. ${REASON}`),
  );
  match(await html("/settings/encoding"), /label="Not available: This ffmpeg has no encoder for videotoolbox\."/);

  const [, props = ""] =
    /data-props="([^"]*audioEncoders[^"]*)"/.exec(await html("/smart-profiles/builtin-smart-remux")) ??
      [];
  const { bases, settable } = JSON.parse(
    props.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&"),
  );
  const base = (bases as { name: string; obstacle?: string }[]).find(({ name }) => name === APPLE);
  same(base?.obstacle, REASON);
  const field = (settable as { path: string; obstacles?: Record<string, string> }[]).find(({ path }) =>
    path === "video.encoder"
  );
  same(field?.obstacles?.hevc_videotoolbox, REASON);
});

inApp("the profiles page lists profiles by use, and the search filters it with and without script", async (app) => {
  const html = async (path: string, headers: Record<string, string> = {}) =>
    await (await app.call(path, { headers })).text();
  const all = await html("/profiles");
  const heads = [...all.matchAll(/<h2 id="group-\w+">([^<]*)/g)].map(([, head]) => head);
  same(heads, [
    "Your profiles",
    "Smart: adapts to each file",
    "TV and home cinema",
    "Anime",
    "Phone, tablet and browser",
    "Archive and remux",
    "Graphics card: fast",
    "Music",
  ]);
  const cards = (text: string) => [...text.matchAll(/<article[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name);
  same(cards(await html("/profiles?q=phone h.264")), ["Web H.264 MP4", "Phone H.264 MP4"]);
  const part = await html("/profiles?q=SVT", { "HX-Request": "true" });
  same(cards(part), ["Movie SVT-AV1", "TV SVT-AV1", "Anime SVT-AV1"]);
  doesNotMatch(part, /<html/);
  match(await html("/profiles?q=nothing"), /No profile contains “nothing”/);
});

inApp("a profile form shows essentials first, and opens sections that differ from the defaults", async (app) => {
  const form = await (await app.call("/profiles/builtin-movie-score")).text();
  const titles = [...form.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, title]) => title);
  same(titles.indexOf("Essentials") < titles.indexOf("Video encoder"), true);
  const fold = (title: string) =>
    new RegExp(
      `<details class="form-fold"( open)?><summary><span class="fold-title"><h2 class="inline">${title}</h2>(?:<span[^>]*>([^<]*))?`,
    )
      .exec(form);
  same(fold("Video encoder")?.slice(1), [" open", "2 differ from the defaults"]);
  same(fold("Result")?.slice(1), [undefined, undefined]);
  match(form, /<output>high<\/output>/);
  ok(form.includes('name="video.maxHeight:number"'));
});
