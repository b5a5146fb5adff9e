import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";

/** Returns the parsed JSON of a successful response. Fails otherwise. */
async function read<T>(app: TestApp, path: string, init?: Parameters<TestApp["call"]>[1]): Promise<T> {
  const response = await app.call(path, init);
  const text = await response.text();
  ok(response.ok, `${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

Deno.test("GET /api/system/ffmpeg lists the encoders of the installed program, and those that profiles miss", async () => {
  await using app = await openApp();
  const { available, path, version, videoEncoders } = await read<
    { available: boolean; path: string; version: string; videoEncoders: string[] }
  >(app, "/api/system/ffmpeg");
  ok(available);
  match(path, /\/ffmpeg$/);
  match(version, /^\d+\./);
  ok(videoEncoders.includes("libx264") && videoEncoders.includes("libsvtav1"));
});

Deno.test("GET /api/system/paths names every folder with its size and the room on its disk", async () => {
  await using app = await openApp();
  await Deno.writeFile(`${app.instance.storage.folders.images}/poster.jpg`, new Uint8Array(1234));
  const folders = await read<
    {
      id: string;
      path: string;
      sizeBytes: number;
      fileCount: number;
      disk: { totalBytes: number; freeBytes: number };
    }[]
  >(app, "/api/system/paths");
  const images = folders.find(({ id }) => id === "images");
  same([images?.path, images?.sizeBytes, images?.fileCount], [app.instance.storage.folders.images, 1234, 1]);
  for (const { disk } of folders) ok(disk.freeBytes > 0 && disk.freeBytes <= disk.totalBytes);
});

Deno.test("DELETE /api/system/logs removes the older files and empties the current one", async () => {
  await using app = await openApp();
  const folder = app.instance.storage.folders.logs;
  for (const name of ["service.txt", "service.0.txt", "notes.md"]) await Deno.writeTextFile(`${folder}/${name}`, "a\n");
  same(await read(app, "/api/system/logs", { method: "DELETE" }), { ok: true });
  same(
    (await read<{ name: string; sizeBytes: number }[]>(app, "/api/system/logs")).map((
      { name, sizeBytes },
    ) => [name, sizeBytes]),
    [
      ["service.txt", 0],
    ],
  );
  is(await Deno.readTextFile(`${folder}/notes.md`), "a\n");
});

Deno.test("GET /api/setup/tools lists programs with how to install them, until POST /api/setup/dismiss", async () => {
  await using app = await openApp();
  interface Setup {
    dismissed: boolean;
    tools: { id: string; required: boolean; available: boolean; detail?: string; steps: { label: string }[] }[];
  }
  const before = await read<Setup>(app, "/api/setup/tools");
  is(before.dismissed, false);
  const ffmpeg = before.tools.find(({ id }) => id === "ffmpeg");
  ok(ffmpeg?.required && ffmpeg.available && ffmpeg.steps.length > 0);
  same(await read(app, "/api/setup/dismiss", { json: { dismissed: false } }), { dismissed: false });
  same(await read(app, "/api/setup/dismiss", { method: "POST" }), { dismissed: true });
  is((await read<Setup>(app, "/api/setup/tools")).dismissed, true);
  const wrong = await app.call("/api/setup/dismiss", { json: { dismissed: "perhaps" } });
  is(wrong.status, 422);
  await wrong.body?.cancel();
});

Deno.test("slow: GET /api/transcoding/devices lists the devices, and POST /api/transcoding/test tries them", async () => {
  await using app = await openApp();
  const { encoders } = await read<{ encoders: Record<string, string[]> }>(app, "/api/transcoding/devices");
  same(Object.keys(encoders).sort(), ["amf", "nvenc", "qsv", "rkmpp", "v4l2", "vaapi", "videotoolbox"]);
  const body = { json: { hardwareAcceleration: "none" } };
  const { ok: runs, encoder, fps, log } = await read<{ ok: boolean; encoder: string; fps: number; log: string[] }>(
    app,
    "/api/transcoding/test",
    body,
  );
  same([runs, encoder, log], [true, "libx264", []]);
  ok(fps > 0);
  const none = { method: "POST", json: { hardwareAcceleration: "vaapi", device: "/dev/dri/renderD999" } };
  const failed = await read<{ ok: boolean; error: string }>(app, "/api/transcoding/test", none);
  is(failed.ok, false);
  ok(failed.error.length > 0);
});

Deno.test("GET /api/music/encodertool reports whether fre:ac is installed", async () => {
  await using app = await openApp();
  const found = await read<{ available: boolean; encoders: unknown[]; error?: string }>(app, "/api/music/encodertool");
  if (found.available) ok(found.encoders.length > 0);
  else match(found.error ?? "", /freaccmd was not found/);
});
