import { deepEqual, equal, match, notDeepEqual, ok } from "node:assert/strict";
import { join } from "node:path";
import { openApp, type TestApp } from "../../../tests/fixtures/app.ts";
import { cut, makeClip, makeRichRemux } from "../../../tests/fixtures/media.ts";
import { ProfileInput } from "../../encode/profiles/schema.ts";
import type { EstimateRun, Estimates } from "../estimate_schema.ts";
import type { Preview, PreviewRun } from "./schema.ts";

/** Previews through the API, with real encodes. */

const profileOf = async ({ instance }: TestApp, name: string, video: object): Promise<string> =>
  (await instance.profiles.create(ProfileInput.parse({
    name,
    video: { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", ...video },
  }))).id;

async function post({ call }: TestApp, json: object): Promise<PreviewRun> {
  const response = await call("/api/preview", { json });
  equal(response.status, 202, await response.clone().text());
  match(response.headers.get("Location") ?? "", /\/api\/preview\/[\w-]+$/);
  return await response.json();
}

const get = async ({ call }: TestApp, id: string): Promise<PreviewRun> =>
  await (await call(`/api/preview/${id}`)).json();

/** Polls until the preview satisfies the condition. */
async function until(app: TestApp, id: string, wanted: (run: PreviewRun) => boolean): Promise<PreviewRun> {
  for (;;) {
    const run = await get(app, id);
    if (wanted(run)) return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function finished(app: TestApp, json: object): Promise<{ id: string; preview: Preview }> {
  const { id } = await post(app, json);
  const run = await until(app, id, ({ status }) => status !== "running");
  equal(run.status, "done", JSON.stringify(run.error));
  ok(run.result);
  return { id, preview: run.result };
}

/** Fetches a frame of a preview. Fails unless it is a JPEG. */
async function picture({ call }: TestApp, id: string, query: string): Promise<Uint8Array> {
  const response = await call(`/api/preview/${id}/frame?${query}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  equal(response.headers.get("Content-Type"), "image/jpeg", new TextDecoder().decode(bytes.subarray(0, 300)));
  return bytes;
}

const previewsFolder = ({ instance }: TestApp) => join(instance.storage.folders.transcodes, "previews");
const kept = (app: TestApp) =>
  [...Deno.readDirSync(previewsFolder(app))].map(({ name }) => {
    const { mtime, ino } = Deno.statSync(join(previewsFolder(app), name));
    return `${name} ${ino} ${mtime?.getTime()}`;
  }).sort();

Deno.test("slow: the same scenes are encoded with each profile, with sizes and scores, and an estimate reuses all of them", async () => {
  await using app = await openApp();
  const path = await makeClip(app.folder, "film.mkv", { seconds: 100, rate: "24" });
  const good = await profileOf(app, "Good", { quality: 16 });
  const poor = await profileOf(app, "Poor", { quality: 45 });
  const copy = await profileOf(app, "Copy", { encoder: "copy" });
  const { id, preview } = await finished(app, {
    localPath: path,
    profileIds: [good, poor, copy],
    scenes: 3,
    atSeconds: 50,
  });
  equal(preview.scenes.length, 4);
  equal(preview.scenes.filter(({ chosen }) => chosen).length, 1);
  deepEqual(
    preview.scenes.map(({ atSeconds }) => atSeconds),
    preview.scenes.map((s) => s.atSeconds).sort((a, b) => a - b),
  );
  const [a, b, c] = preview.sides;
  ok(a && b && c);
  ok((a.score ?? 0) > (b.score ?? 0), `${a.score} and ${b.score}`);
  ok(b.worst && b.worst.score <= (b.score ?? 0) && b.worst.frame < 97);
  ok(a.scenes.every((scene, i) => (scene?.bytes ?? 0) > (b.scenes[i]?.bytes ?? 0)));
  ok(a.estimate.sampled && a.estimate.encodeSeconds !== undefined && a.estimate.bytes > b.estimate.bytes);
  deepEqual([c.copied, c.score, c.scenes.some((scene) => scene !== null)], [true, undefined, false]);

  const [source, first, second] = await Promise.all(
    ["side=source", "side=0", "side=1"].map((side) => picture(app, id, `${side}&scene=1&n=30&w=320`)),
  );
  notDeepEqual(first, second);
  deepEqual(await picture(app, id, "side=2&scene=1&n=30&w=320"), source, "a copy looks as the source does");
  const before = kept(app);
  equal(before.length, 8, "four scenes of two profiles");

  const asked = { items: [{ localPath: path }], profileIds: [good] };
  const { estimates: [whole] } = await (await app.call("/api/estimate", { json: asked })).json() as Estimates;
  deepEqual(
    [whole?.bytes, whole?.sampled],
    [a.estimate.bytes, true],
    "what the preview measured replaces the estimate",
  );
  const json = { ...asked, sample: true };
  const { id: estimate } = await (await app.call("/api/estimate", { json })).json() as EstimateRun;
  for (;;) {
    const run = await (await app.call(`/api/estimate/${estimate}`)).json() as EstimateRun;
    if (run.status === "done") break;
    equal(run.status, "running", JSON.stringify(run));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const after = kept(app);
  deepEqual(before.filter((piece) => !after.includes(piece)), [], "no piece was written again");
  equal(after.length, 8 + 12 - 3, "the estimate needs nine places more than the preview had");
  const again = await finished(app, { localPath: path, profileIds: [good, poor, copy], scenes: 3, atSeconds: 50 });
  deepEqual(kept(app), after, "a second preview encodes nothing");
  equal(again.preview.sides[0]?.score, a.score);
});

Deno.test("slow: the second of two previews waits; the first is cancelled while it encodes, and its program ends", async () => {
  await using app = await openApp();
  const path = await makeClip(app.folder, "film.mkv", { seconds: 30, width: 1280, height: 720 });
  const slow = await profileOf(app, "Slow", { encoder: "libx265", preset: "veryslow", quality: 10 });
  const quick = await profileOf(app, "Quick", { quality: 30, maxHeight: 180 });
  const one = await post(app, { localPath: path, profileIds: [slow] });
  const two = await post(app, { localPath: path, profileIds: [quick], scenes: 2 });
  match(two.message, /^Waiting/);
  await until(app, one.id, ({ message }) => message.startsWith("Encoding"));
  equal((await get(app, two.id)).progress, 0);
  const cancelled = await (await app.call(`/api/preview/${one.id}`, { method: "DELETE" })).json() as PreviewRun;
  equal(cancelled.status, "cancelled");
  deepEqual(await processesUsing(`${previewsFolder(app)}/`, "libx265"), []);
  const second = await until(app, two.id, ({ status }) => status !== "running");
  equal(second.status, "done", JSON.stringify(second.error));
  equal((await app.call(`/api/preview/${one.id}/frame?side=0`)).status, 404, "nothing of it was kept");
  await picture(app, two.id, "side=0&scene=1&n=95");
});

Deno.test("slow: a damaged or missing file, one without video, and unsuitable profiles are refused with a sentence", async () => {
  await using app = await openApp();
  const path = await makeClip(app.folder, "film.mkv", { seconds: 6 });
  const sound = await makeClip(app.folder, "song.flac", { seconds: 3, video: [], audio: [{ args: ["flac"] }] });
  await Deno.writeTextFile(join(app.folder, "broken.mkv"), "no film at all");
  const id = await profileOf(app, "Quick", {});
  const cases: [string, object, number, string][] = [
    ["broken", { localPath: join(app.folder, "broken.mkv") }, 422, "unreadable"],
    ["sound alone", { localPath: sound }, 404, "no_preview"],
    ["not found", { localPath: join(app.folder, "nothing.mkv") }, 422, "unreadable"],
    ["unknown profile", { profileIds: ["nobody"] }, 422, "no_profile"],
    ["a profile for music", { profileIds: ["builtin-music-opus"] }, 422, "invalid"],
    ["the same profile twice", { profileIds: [id, id] }, 422, "invalid"],
    ["too many profiles", { profileIds: ["a", "b", "c", "d", "e"] }, 422, "invalid"],
    ["no profile", { profileIds: [] }, 422, "invalid"],
    ["too many scenes", { scenes: 100 }, 422, "invalid"],
    ["a moment before the start", { atSeconds: -1 }, 422, "invalid"],
  ];
  for (const [name, json, status, code] of cases) {
    const response = await app.call("/api/preview", { json: { localPath: path, profileIds: [id], ...json } });
    const problem = await response.json();
    deepEqual([response.status, problem.code], [status, code], `${name}: ${JSON.stringify(problem)}`);
  }
  equal((await app.call("/api/preview/nothing")).status, 404);
  equal((await app.call("/api/preview/nothing", { method: "DELETE" })).status, 404);
  const { id: run } = await finished(app, { localPath: path, profileIds: [id] });
  const frames: [string, number][] = [["side=1", 404], ["scene=9", 404], ["side=-1", 422], ["n=x", 422], [
    "w=999999",
    422,
  ]];
  for (const [query, status] of frames) {
    equal((await app.call(`/api/preview/${run}/frame?${query}`)).status, status, query);
  }
});

Deno.test("slow: a truncated movie has its readable scenes, and the others are reported", async () => {
  await using app = await openApp();
  const path = await cut(await makeClip(app.folder, "film.mkv", { seconds: 100 }), 0.5);
  const id = await profileOf(app, "Quick", {});
  const { preview } = await finished(app, { localPath: path, profileIds: [id], atSeconds: 90 });
  const [side] = preview.sides;
  ok(side?.scenes.some((scene) => scene?.error === undefined && (scene?.bytes ?? 0) > 0));
  ok(side?.scenes.some((scene) => scene?.error !== undefined), JSON.stringify(side?.scenes));
});

Deno.test("slow: an HDR movie is shown in colours of a screen, beside a profile that keeps HDR and one that converts to SDR", async () => {
  await using app = await openApp();
  const path = await makeRichRemux(app.folder);
  const kept = await profileOf(app, "HDR", { encoder: "libx265", pixelFormat: "yuv420p10le" });
  const mapped = await profileOf(app, "SDR", { hdrToSdr: "hable", hdrPassthrough: false });
  const { id, preview } = await finished(app, { localPath: path, profileIds: [kept, mapped] });
  deepEqual(preview.errors, []);
  const pictures = await Promise.all(["side=source", "side=0", "side=1"].map((side) => picture(app, id, side)));
  const grey = await Promise.all(pictures.map((one) => brightness(app.folder, one)));
  const [source = 0, hdr = 0, sdr = 0] = grey;
  ok(Math.abs(source - hdr) < 8 && Math.abs(source - sdr) < 40, `brightness ${grey}`);
});

Deno.test("slow: a preview from before a restart is unknown and its files are removed", async () => {
  const first = await openApp();
  const { folder } = first;
  const path = await makeClip(folder, "film.mkv", { seconds: 6 });
  const { id } = await finished(first, { localPath: path, profileIds: [await profileOf(first, "Quick", {})] });
  equal(kept(first).length, 1);
  await first.instance.close();
  await using second = await openApp({ folder });
  equal((await second.call(`/api/preview/${id}`)).status, 404);
  deepEqual(kept(second), []);
});

/** Returns the mean brightness of a JPEG, from 0 to 255. */
async function brightness(folder: string, jpeg: Uint8Array): Promise<number> {
  const file = await Deno.makeTempFile({ dir: folder, suffix: ".jpg" });
  await Deno.writeFile(file, jpeg);
  const args = ["-v", "error", "-i", file, "-vf", "scale=1:1,format=gray", "-f", "rawvideo", "pipe:1"];
  const { stdout } = await new Deno.Command("ffmpeg", { args }).output();
  return stdout[0] ?? 0;
}

/** Returns the command lines of running programs that contain all words. */
async function processesUsing(...words: string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const line = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (words.every((word) => line.includes(word))) found.push(line);
  }
  return found;
}
