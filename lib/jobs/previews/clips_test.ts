import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { openApp, type TestApp } from "../../../tests/fixtures/app.ts";
import { makeClip, makeRichRemux } from "../../../tests/fixtures/media.ts";
import { ProfileInput } from "../../encode/profiles/schema.ts";
import { clipArgs, clipFormat } from "../../media/frames/playable_clip.ts";
import type { PreviewClipsRun, PreviewRun } from "./schema.ts";

/** Playable preview scenes, through the API. */

const profileOf = async ({ instance }: TestApp, name: string, video: object): Promise<string> =>
  (await instance.profiles.create(ProfileInput.parse({
    name,
    video: { encoder: "libx264", preset: "ultrafast", pixelFormat: "yuv420p", ...video },
  }))).id;

/** Posts a request and polls until the started run has ended. */
async function ended<T extends { id: string; status: string }>({ call }: TestApp, path: string, json: object) {
  const response = await call(path, { json });
  equal(response.status, 202, await response.clone().text());
  match(response.headers.get("Location") ?? "", new RegExp(`${path}/[\\w-]+$`));
  const { id } = await response.json() as T;
  for (;;) {
    const run = await (await call(`${path}/${id}`)).json() as T;
    if (run.status !== "running") return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function previewOf(app: TestApp, path: string, profileIds: string[]): Promise<string> {
  const run = await ended<PreviewRun>(app, "/api/preview", { localPath: path, profileIds, scenes: 2 });
  equal(run.status, "done", JSON.stringify(run.error));
  return run.id;
}

async function clipsOf(app: TestApp, id: string, json: object): Promise<PreviewClipsRun> {
  const run = await ended<PreviewClipsRun>(app, `/api/preview/${id}/clips`, json);
  equal(run.status, "done", JSON.stringify(run.error));
  return run;
}

/** Returns ffprobe's data of a clip as served. */
async function probed(app: TestApp, id: string, query: string): Promise<Record<string, string>> {
  const response = await app.call(`/api/preview/${id}/clip?${query}`);
  equal(response.status, 200, query);
  equal(response.headers.get("Content-Type"), "video/webm");
  const file = join(app.folder, `${crypto.randomUUID()}.webm`);
  await Deno.writeFile(file, new Uint8Array(await response.arrayBuffer()));
  const fields = "codec_name,width,height,pix_fmt,nb_read_frames,color_transfer";
  const args = ["-v", "error", "-count_frames", "-show_entries", `stream=${fields}`, "-of", "json", file];
  const { stdout } = await new Deno.Command("ffprobe", { args }).output();
  const { streams } = JSON.parse(new TextDecoder().decode(stdout));
  equal(streams.length, 1, "a picture and no sound");
  return streams[0];
}

Deno.test("slow: a scene is made playable for both sides, with the same frames, and a second time from the cache", async () => {
  await using app = await openApp();
  const path = await makeClip(app.folder, "film.mkv", { seconds: 100, rate: "24" });
  const id = await previewOf(app, path, [await profileOf(app, "HEVC", { encoder: "libx265", quality: 20 })]);
  equal((await app.call(`/api/preview/${id}/clip?scene=1`)).status, 404, "not before it is asked for");
  const { result } = await clipsOf(app, id, { scene: 1, sides: ["source", 0] });
  deepEqual(result?.clips.map(({ side, like, type }) => ({ side, like, type })), [
    { side: "source", like: 0, type: "video/webm" },
    { side: 0, like: "source", type: "video/webm" },
  ]);
  const source = await probed(app, id, "scene=1&side=source&like=0");
  const encoded = await probed(app, id, "scene=1&side=0&like=source");
  deepEqual(encoded, source);
  deepEqual([source.codec_name, source.pix_fmt, source.nb_read_frames], ["vp9", "yuv420p", "96"]);
  const folder = join(app.instance.storage.folders.transcodes, "previews");
  const before = [...Deno.readDirSync(folder)].length;
  deepEqual((await clipsOf(app, id, { scene: 1, sides: ["source", 0] })).result, result);
  equal([...Deno.readDirSync(folder)].length, before);
});

Deno.test("slow: a player receives the requested range, and the whole file for an invalid one", async () => {
  await using app = await openApp();
  const path = await makeClip(app.folder, "film.mkv", { seconds: 6 });
  const id = await previewOf(app, path, [await profileOf(app, "Quick", {})]);
  await clipsOf(app, id, { scene: 0, sides: ["source"] });
  const address = `/api/preview/${id}/clip?scene=0&side=source&like=source`;
  const whole = await app.call(address);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  deepEqual([whole.status, whole.headers.get("Accept-Ranges")], [200, "bytes"]);
  const part = await app.call(address, { headers: { Range: "bytes=100-199" } });
  deepEqual([part.status, part.headers.get("Content-Range")], [206, `bytes 100-199/${bytes.length}`]);
  deepEqual(new Uint8Array(await part.arrayBuffer()), bytes.slice(100, 200));
  const beyond = await app.call(address, { headers: { Range: `bytes=${bytes.length}-` } });
  deepEqual([beyond.status, (await beyond.arrayBuffer()).byteLength], [200, bytes.length]);
});

Deno.test("slow: clips of a missing scene or side are refused; a failed one has a reason, and a running one can be cancelled", async () => {
  await using app = await openApp();
  const path = await makeClip(app.folder, "film.mkv", { seconds: 8 });
  const id = await previewOf(app, path, [await profileOf(app, "Quick", {})]);
  const missing = await ended<PreviewClipsRun>(app, `/api/preview/${id}/clips`, { scene: 9, sides: ["source"] });
  deepEqual([missing.status, missing.error?.code], ["failed", "no_preview"]);
  for (const json of [{ scene: 0, sides: [] }, { scene: 0, sides: [7] }, { scene: 0, sides: ["source", 0, 0] }]) {
    equal((await app.call(`/api/preview/${id}/clips`, { json })).status, 422, JSON.stringify(json));
  }
  equal((await app.call("/api/preview/nothing/clips", { json: { scene: 0, sides: ["source"] } })).status, 404);
  equal((await app.call(`/api/preview/${id}/clips/nothing`)).status, 404);
  const begun = await app.call(`/api/preview/${id}/clips`, { json: { scene: 0, sides: ["source", 0] } });
  const { id: run } = await begun.json() as PreviewClipsRun;
  const stopped = await app.call(`/api/preview/${id}/clips/${run}`, { method: "DELETE" });
  equal((await stopped.json() as PreviewClipsRun).status, "cancelled");
  equal(
    (await app.call(`/api/preview/${id}/clip?scene=0&side=0&like=source`)).status,
    404,
    "nothing half made is kept",
  );
});

Deno.test("slow: an HDR movie is played in colours of a screen", async () => {
  await using app = await openApp();
  const path = await makeRichRemux(app.folder);
  const id = await previewOf(app, path, [
    await profileOf(app, "HDR", { encoder: "libx265", pixelFormat: "yuv420p10le" }),
  ]);
  await clipsOf(app, id, { scene: 0, sides: ["source", 0] });
  for (const query of ["side=source&like=0", "side=0&like=source"]) {
    const { pix_fmt, color_transfer } = await probed(app, id, `scene=0&${query}`);
    deepEqual([pix_fmt, color_transfer], ["yuv420p", "bt709"]);
  }
});

Deno.test("clips are VP9 where there is an encoder for it, else H.264, and refused without both", () => {
  equal(clipFormat({ videoEncoders: ["libx264", "libvpx-vp9"] }).type, "video/webm");
  const format = clipFormat({ videoEncoders: ["libx264"] });
  equal(format.type, "video/mp4");
  const frameRate: [number, number] = [24000, 1001];
  const of = { path: "/m/a.mkv", atSeconds: 10, frames: 95, frameRate, width: 1920, hdr: "sdr" as const };
  const args = clipArgs({ ...of, before: ["crop=2:2:0:0"], format, output: "/t/c.mkv" });
  ok(args.includes("libx264") && args.includes("mp4") && args.at(-1) === "file:/t/c.mkv");
  match(args[args.indexOf("-filter:v:0") + 1] ?? "", /^crop=2:2:0:0,setpts=PTS-STARTPTS,fps=24000\/1001,scale=/);
  let refused: unknown;
  try {
    clipFormat({ videoEncoders: ["mpeg4"] });
  } catch (error) {
    refused = error;
  }
  match(String(refused), /neither libvpx-vp9 nor libx264/);
});
