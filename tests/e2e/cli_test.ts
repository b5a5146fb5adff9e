import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { ffmpegGaps } from "../../lib/encode/health/ffmpeg_gaps.ts";
import { lines } from "../../lib/kit/process/lines.ts";
import { readCapabilities } from "../../lib/media/tools/capabilities.ts";
import { openMachine } from "../../lib/platform/storage/boot.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { FFMPEG, FFPROBE } from "../kit/ffmpeg.ts";
import { api, PROGRAM, startService } from "../kit/service.ts";

/** The program as a command-line tool. */

const [DENO = "", ...RUN] = PROGRAM;
const command = (...args: string[]) =>
  new Deno.Command(DENO, {
    args: [...RUN, ...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });

async function lathe(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await command(...args).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

function inFolder(name: string, body: (folder: string) => Promise<void>): void {
  Deno.test(name, async () => {
    const folder = await Deno.makeTempDir({ prefix: "lathe-cli-" });
    try {
      await body(folder);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

const names = async (folder: string) => (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();

inFolder("encode writes to the given path, shows progress, and leaves nothing else behind", async (folder) => {
  const clip = join(folder, "Clip (2020).mkv");
  await makeSmallClip(clip, { width: 320, height: 180 });
  const config = join(folder, "config");
  const out = join(folder, "out");
  const { code, stdout, stderr } = await lathe("encode", clip, "-p", "builtin-web-mp4", "-o", out, "--config", config);
  is(code, 0, stderr);
  match(stderr, /\[=+ *\] +\d+\.\d %/);
  const [made = ""] = await names(out);
  match(stdout, new RegExp(`^${join(out, made).replace(/[()]/g, "\\$&")} \\(\\d`));
  same(await names(folder), ["Clip (2020).mkv", "out"]);
});

inFolder("slow: encode reports the error of each file and continues with the next", async (folder) => {
  const clip = join(folder, "Clip (2020).mkv");
  await makeSmallClip(clip, { width: 320, height: 180 });
  await Deno.writeTextFile(join(folder, "text.mkv"), "no film");
  const args = ["-p", "builtin-web-mp4", "--config", join(folder, "config")];
  const { code, stdout, stderr } = await lathe(
    "encode",
    join(folder, "gone.mkv"),
    join(folder, "text.mkv"),
    clip,
    ...args,
  );
  is(code, 1);
  match(stderr, /gone\.mkv: .*not accessible/);
  match(stderr, /text\.mkv: /);
  match(stdout, /Clip \(2020\).*\.mp4 \(/);
});

inFolder("slow: encode uses the profiles of a running service, and of an unused folder", async (folder) => {
  const clip = join(folder, "Clip (2020).mkv");
  await makeSmallClip(clip, { width: 320, height: 180 });
  const configDir = join(folder, "config");
  const encode = (out: string) => lathe("encode", clip, "-p", "Mine", "-o", join(folder, out), "--config", configDir);
  {
    await using service = await startService({ configDir });
    await api(service, "/api/profiles/builtin-web-mp4/clone", { body: { name: "Mine" } });
    const { code, stderr } = await encode("while");
    is(code, 0, stderr);
    const { body } = await api<{ total: number }>(service, "/api/jobs");
    is(body.total, 0, "the service's own queue is left alone");
  }
  const { code, stderr } = await encode("after");
  is(code, 0, stderr);
  match((await lathe("profiles", "--config", configDir)).stdout, /^\w{16} +Mine/m);
});

for (const [signal, expected] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  inFolder(`slow: ${signal} ends the tool, removes its files, and exits with ${expected}`, async (folder) => {
    const clip = join(folder, "Clip (2020).mkv");
    await makeSmallClip(clip, { seconds: 15 });
    const child = command("encode", clip, "-p", "builtin-movie-1080p", "--config", join(folder, "config")).spawn();
    const [first] = await Promise.all([
      (async () => {
        for await (const line of lines(child.stderr)) if (line.includes("encode")) return child.kill(signal);
      })(),
      child.stdout.pipeTo(new WritableStream()),
    ]);
    is(first, undefined);
    is((await child.status).code, expected);
    same(await names(folder), ["Clip (2020).mkv"]);
    same(await (await openMachine()).children(new Set(), [clip]), []);
  });
}

inFolder("mistakes are answered with a sentence and exit code 2", async (folder) => {
  const config = ["--config", folder];
  for (
    const [args, text] of [
      [["encode", "a.mkv", "-p", "nobody", ...config], /no profile "nobody"/],
      [["encode", "-p", "builtin-web-mp4"], /encode needs a file/],
      [["--port", "many"], /--port takes a number/],
      [["dance"], /Unknown command "dance"/],
    ] as const
  ) {
    const { code, stderr } = await lathe(...args);
    is(code, 2);
    match(stderr, text);
  }
});

inFolder("doctor lists the installed programs, and fails when encoding is impossible", async (folder) => {
  const config = join(folder, "config");
  const well = await lathe("doctor", "--config", config);
  is(well.code, 0, well.stdout);
  match(well.stdout, /^ok +ffmpeg: /m);
  const gaps = ffmpegGaps(await readCapabilities({ ffmpegPath: FFMPEG, ffprobePath: FFPROBE }));
  for (const { feature, cost } of gaps) ok(well.stdout.includes(`${feature} in ffmpeg: ${cost}`), feature);
  await Deno.mkdir(join(config, "data"), { recursive: true });
  await Deno.writeTextFile(join(config, "data", "settings.json"), JSON.stringify({ ffmpegPath: "/nowhere/ffmpeg" }));
  const ill = await lathe("doctor", "--config", config);
  is(ill.code, 1);
  match(ill.stdout, /^MISSING +ffmpeg: .*\/nowhere\/ffmpeg/m);
});

Deno.test("a wrong variable stops the start and is named", async () => {
  const folder = await Deno.makeTempDir({ prefix: "lathe-cli-" });
  const { code, stderr } = await new Deno.Command(DENO, {
    args: [...RUN, "--config", folder],
    env: { SERVICE_PORT: "abc" },
    stdin: "null",
  }).output();
  await Deno.remove(folder, { recursive: true });
  is(code, 1);
  const text = new TextDecoder().decode(stderr);
  match(text, /^lathe: .*SERVICE_PORT/);
  ok(!text.includes("    at "), "no stack");
});
