import { deepStrictEqual as same, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { installHdrTools } from "../../tests/fakes/hdr_tools.ts";
import { makeDynamicHdr } from "../../tests/fixtures/dynamic_hdr.ts";
import { tools } from "../../tests/fixtures/encode.ts";
import { openQueue, withFolders } from "../../tests/fixtures/queue.ts";
import { runProcess } from "../kit/process/process.ts";
import { probeFile } from "../media/probe/ffprobe.ts";
import { mainVideo } from "../media/probe/probe.ts";
import { ProfileInput } from "../encode/profiles/schema.ts";

/**
 * Complete jobs with Dolby Vision and HDR10+ metadata. They use the real ffmpeg and mkvmerge, and fakes of dovi_tool
 * and hdr10plus_tool.
 */

const profile = (video: Record<string, unknown> = {}) =>
  ProfileInput.parse({
    name: "x265",
    video: { encoder: "libx265", quality: 30, preset: "ultrafast", ...video },
    output: { suffix: ".x265" },
  });

async function pictureCount(path: string): Promise<string> {
  const args = ["-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries", "stream=nb_read_packets"];
  const { stdout } = await runProcess({
    path: tools.ffprobePath,
    args: [...args, "-of", "csv=p=0", path],
    timeoutMs: 30_000,
  });
  return new TextDecoder().decode(stdout).trim();
}

for (
  const [name, made, calls] of [
    ["both", {}, [
      /^hdr10plus_tool extract -o \S+ -$/,
      /^dovi_tool -m 2 extract-rpu - -o \S+$/,
      /^hdr10plus_tool inject -i \S+ -j \S+ -o \S+$/,
      /^dovi_tool inject-rpu -i \S+ --rpu-in \S+ -o \S+$/,
    ]],
    ["Dolby Vision alone", { plus: false }, [/^dovi_tool -m 2 extract-rpu/, /^dovi_tool inject-rpu/]],
    ["HDR10+ alone", { dolbyVision: false }, [/^hdr10plus_tool extract/, /^hdr10plus_tool inject/]],
  ] as const
) {
  Deno.test(`slow: an encode keeps ${name}, and everything else of the file`, () =>
    withFolders(async ({ media, configDir }) => {
      const { dolbyVision = true, plus = true }: { dolbyVision?: boolean; plus?: boolean } = made;
      const source = await makeDynamicHdr(media, "film.mkv", made);
      const bin = await Deno.makeTempDir({ dir: configDir });
      await using queue = await openQueue({ configDir, settings: await installHdrTools(bin) });
      const { id } = await queue.profiles.create(profile());
      const job = await queue.finished((await queue.create(source, id)).id);
      equal(job.status, "done", job.error ?? "");
      same(job.warnings.filter((warning) => /dropped/.test(warning)), []);
      const result = await probeFile(job.outputPath ?? "", tools);
      const picture = mainVideo(result);
      equal(picture?.dolbyVision?.profile, dolbyVision ? 8 : undefined);
      equal(picture?.dolbyVision?.baseCompatible, dolbyVision ? 1 : undefined);
      equal(picture?.hdr10Plus, plus);
      same([picture?.hdr, picture?.masteringDisplay !== undefined, picture?.title, picture?.default], [
        "hdr10",
        true,
        "180p HEVC 10-bit HDR10",
        true,
      ]);
      same(picture?.frameRate, [24, 1]);
      equal(await pictureCount(job.outputPath ?? ""), await pictureCount(source));
      same(result.streams.map(({ kind, codec, language }) => [kind, codec, language]), [
        ["video", "hevc", undefined],
        ["audio", "flac", "eng"],
      ]);
      const log = (await Deno.readTextFile(join(bin, "calls.txt"))).trim().split("\n");
      equal(log.length, calls.length, log.join("\n"));
      calls.forEach((pattern, i) => match(log[i] ?? "", pattern));
      const left = [...Deno.readDirSync(queue.storage.folders.transcodes)].map(({ name }) => name);
      ok(!left.some((file) => /hevc|rpu|joined/.test(file)), left.join());
    }));
}

Deno.test("slow: without the tools the HDR10 video is kept, and a warning names the tools for the rest", () =>
  withFolders(async ({ media, configDir }) => {
    const source = await makeDynamicHdr(media, "film.mkv");
    await using queue = await openQueue({ configDir });
    const { id } = await queue.profiles.create(profile());
    const job = await queue.finished((await queue.create(source, id)).id);
    equal(job.status, "done", job.error ?? "");
    const text = job.warnings.join(" ");
    match(text, /Dolby Vision metadata is removed; the HDR10 video is kept\. .*dovi_tool was not found/);
    match(text, /HDR10\+ metadata is removed.*hdr10plus_tool was not found/);
    const picture = mainVideo(await probeFile(job.outputPath ?? "", tools));
    same([picture?.hdr, picture?.dolbyVision, picture?.hdr10Plus], ["hdr10", undefined, false]);
  }));

Deno.test("a tool that cannot read the source ends the job before the encode, with its message", () =>
  withFolders(async ({ media, configDir }) => {
    const source = await makeDynamicHdr(media, "film.mkv");
    const bin = await Deno.makeTempDir({ dir: configDir });
    const settings = await installHdrTools(bin);
    const script = "#!/bin/sh\ncat > /dev/null\necho 'Parsing' >&2\necho 'Error: Invalid RPU' >&2\nexit 1\n";
    await Deno.writeTextFile(settings.doviToolPath, script);
    await using queue = await openQueue({ configDir, settings });
    const { id } = await queue.profiles.create(profile());
    const job = await queue.finished((await queue.create(source, id)).id);
    same([job.status, job.errorCode], ["failed", "tool_failed"]);
    match(job.error ?? "", /dovi_tool: Error: Invalid RPU/);
    equal((await queue.jobs.log(job.id)).lines.some((line) => /frame=|encoded/.test(line)), false);
  }));
