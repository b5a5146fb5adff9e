import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { makeClip, makeRichRemux, ODD } from "../../../tests/fixtures/media.ts";
import { startProcess } from "../../kit/process/process.ts";
import { extractFrame } from "./frames.ts";
import { lastFrameOfGrowingMkv } from "./growing_mkv.ts";
import { FFMPEG as ffmpegPath } from "../../../tests/kit/ffmpeg.ts";

/** Decodes a JPEG and returns its size and mean brightness (0 to 255). */
async function look(jpeg: Uint8Array<ArrayBuffer>): Promise<{ width: number; height: number; brightness: number }> {
  const file = await Deno.makeTempFile({ suffix: ".jpg" });
  try {
    await Deno.writeFile(file, jpeg);
    const args = [
      "-v",
      "error",
      "-show_entries",
      "stream=width,height:frame_tags=lavfi.signalstats.YAVG",
      "-of",
      "json",
    ];
    const command = new Deno.Command("ffprobe", { args: [...args, "-f", "lavfi", `movie=${file},signalstats`] });
    const json = JSON.parse(new TextDecoder().decode((await command.output()).stdout));
    const [stream] = json.streams;
    return {
      width: stream.width,
      height: stream.height,
      brightness: Number(json.frames[0].tags["lavfi.signalstats.YAVG"]),
    };
  } finally {
    await Deno.remove(file);
  }
}

inFolder("a frame has the requested width and is never enlarged", async (dir) => {
  const path = await makeClip(dir, "c.mkv", { width: 640, height: 360 });
  const size = async (width: number) => {
    const found = await look(await extractFrame({ ffmpegPath, path, atSeconds: 1, width }));
    return [found.width, found.height];
  };
  deepEqual(await size(320), [320, 180]);
  deepEqual(await size(1920), [640, 360]);
});

inFolder("anamorphic video is shown in its true aspect ratio", async (dir) => {
  const found = await look(
    await extractFrame({ ffmpegPath, path: await ODD.anamorphic(dir), atSeconds: 0, width: 1920 }),
  );
  deepEqual([found.width, found.height], [500, 288]);
});

inFolder("an HDR frame is converted to SDR brightness", async (dir) => {
  const path = await makeRichRemux(dir);
  const raw = await look(await extractFrame({ ffmpegPath, path, atSeconds: 1, width: 320 }));
  const mapped = await look(await extractFrame({ ffmpegPath, path, atSeconds: 1, width: 320, hdr: "hdr10" }));
  ok(Math.abs(mapped.brightness - raw.brightness) > 5, `${mapped.brightness} against ${raw.brightness}`);
  ok(mapped.brightness > 20 && mapped.brightness < 235);
});

inFolder("a position after the end returns one of the last frames, and a file without video none", async (dir) => {
  const path = await makeClip(dir, "c.mkv");
  equal((await extractFrame({ ffmpegPath, path, atSeconds: 900, width: 160 }))[0], 0xff);
  await rejects(extractFrame({ ffmpegPath, path: await ODD.audioOnly(dir), atSeconds: 0, width: 160 }), /no frame/);
});

inFolder("a cover is not mistaken for the movie", async (dir) => {
  const found = await look(
    await extractFrame({ ffmpegPath, path: await makeRichRemux(dir), atSeconds: 0, width: 1920 }),
  );
  deepEqual([found.width, found.height], [640, 360]);
});

inFolder("slow: the newest frame of an unfinished file is read without its index", async (dir) => {
  const path = join(dir, "growing.partial");
  // Dark for eight seconds, then bright, so that the position of a frame is recognisable.
  const pattern = "color=black:s=320x180:r=24:d=8[a];color=white:s=320x180:r=24:d=60[b];[a][b]concat,realtime=speed=20";
  const child = startProcess({
    path: ffmpegPath,
    args: [
      ...[
        "-v",
        "error",
        "-nostdin",
        "-f",
        "lavfi",
        "-i",
        pattern,
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-g",
        "24",
      ],
      ...["-cluster_time_limit", "1000", "-f", "matroska", path],
    ],
  });
  const drained = Promise.all([child.stdout.pipeTo(new WritableStream()), child.stderr.pipeTo(new WritableStream())]);
  try {
    let brightness = 0;
    for (let tries = 0; tries < 100 && brightness < 200; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const jpeg = await lastFrameOfGrowingMkv({ ffmpegPath, path, width: 160 }).catch(() => undefined);
      if (jpeg) brightness = (await look(jpeg)).brightness;
    }
    ok(brightness >= 200, `brightness ${brightness}`);
  } finally {
    child.signal("SIGKILL");
    await Promise.all([drained, child.status]);
  }
});

inFolder("an empty file has no preview", async (dir) => {
  const path = join(dir, "empty.partial");
  await Deno.writeFile(path, new Uint8Array());
  await rejects(
    lastFrameOfGrowingMkv({ ffmpegPath, path: `${path}.later`, width: 160 }),
    /Nothing has been written yet/,
  );
  await rejects(lastFrameOfGrowingMkv({ ffmpegPath, path, width: 160 }), /No frame of the encode/);
  await Deno.writeFile(path, crypto.getRandomValues(new Uint8Array(5000)));
  await rejects(lastFrameOfGrowingMkv({ ffmpegPath, path, width: 160 }), /No frame of the encode/);
});
