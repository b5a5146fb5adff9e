import { deepStrictEqual as same, equal, match, ok } from "node:assert/strict";
import { read, tools } from "../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { cut, makeClip } from "../../../tests/fixtures/media.ts";
import { checkFile, streamOf } from "./file_check.ts";

const check = async (path: string) => await checkFile({ ...tools, probe: await read(path) });

inFolder("a healthy file is healthy, stream by stream", async (dir) => {
  const parts: number[] = [];
  const probe = await read(await makeClip(dir, "good.mkv", { seconds: 4 }));
  const health = await checkFile({ ...tools, probe, onProgress: (part) => parts.push(part) });
  same([health.ok, health.problems, health.places], [true, [], []]);
  same(health.streams.map(({ type, errors }) => [type, errors]), [["video", 0], ["audio", 0]]);
  ok(parts.every((part) => part >= 0 && part <= 1) && parts.length > 0);
});

inFolder("slow: flipped bytes are found where they are", async (dir) => {
  const path = await makeClip(dir, "hurt.ts", { seconds: 20, video: ["-c:v", "mpeg2video", "-g", "12", "-q:v", "3"] });
  const bytes = await Deno.readFile(path);
  const at = Math.floor(bytes.length * 0.6);
  for (let i = 0; i < 4000; i++) bytes[at + i] = (bytes[at + i] ?? 0) ^ ((i * 37) & 255);
  await Deno.writeFile(path, bytes);
  const health = await check(path);
  equal(health.ok, false);
  const places = health.places.map(({ atSeconds }) => atSeconds);
  ok(places.length > 0 && places.every((seconds) => Math.abs(seconds - 12) < 3), places.join());
  match(health.problems.join(" "), /damaged position/);
});

inFolder("slow: a missing end is reported with the time from which it is missing", async (dir) => {
  const health = await check(await cut(await makeClip(dir, "short.mkv", { seconds: 10 }), 0.6));
  equal(health.ok, false);
  const last = health.places.at(-1);
  ok(last && last.atSeconds > 4 && last.atSeconds < 8 && /after this point/.test(last.text), JSON.stringify(last));
});

inFolder("slow: a check can be stopped", async (dir) => {
  const probe = await read(await makeClip(dir, "long.mkv", { seconds: 30, width: 1280, height: 720 }));
  const controller = new AbortController();
  const stopped = checkFile({
    ...tools,
    probe,
    signal: controller.signal,
    onProgress: () => controller.abort("enough"),
  });
  equal(await stopped.then(() => "done", (reason) => reason), "enough");
});

Deno.test("a line is assigned to the stream it names, or to the only one of its codec", () => {
  const streams = [{ index: 0, codec: "h264" }, { index: 1, codec: "aac" }, { index: 2, codec: "aac" }];
  equal(streamOf("[h264] error while decoding MB 4 5", streams), 0);
  equal(streamOf("[aac] Sample rate index in program config element", streams), undefined);
  equal(streamOf("Error while decoding stream #0:2: Invalid data", streams), 2);
  equal(streamOf("[matroska,webm] 0x00 at pos 12 invalid", streams), undefined);
});
