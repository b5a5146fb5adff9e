import { deepStrictEqual as same, ok } from "node:assert/strict";
import { join } from "node:path";
import { Fault } from "../../kit/fault.ts";
import type { Capabilities } from "../tools/capabilities.ts";
import { checkTools, type CheckToolsOptions } from "./tools_check.ts";
import { installSteps, type SetupPlatform, type ToolId } from "./install_steps.ts";

const capabilities = { version: "7.1.2" } as Capabilities;

const media = (other: Partial<CheckToolsOptions["media"]> = {}): CheckToolsOptions["media"] => ({
  tools: () => Promise.resolve({ ffmpeg: { path: "/opt/ffmpeg" }, ffprobe: { path: "/opt/ffprobe" } }),
  capabilities: () => Promise.resolve(capabilities),
  ...other,
});

/** Runs the check on a machine without any tools. */
const check = (other: Partial<CheckToolsOptions> = {}) =>
  checkTools({
    media: media(),
    platform: "linux",
    dismissed: false,
    search: { folders: [] },
    inContainer: () => Promise.resolve(false),
    ...other,
  });

const ffmpegOf = async (other: Partial<CheckToolsOptions["media"]>) => {
  const [ffmpeg] = (await check({ media: media(other) })).tools;
  return [ffmpeg?.id, ffmpeg?.required, ffmpeg?.available, ffmpeg?.detail];
};

Deno.test("ffmpeg comes first, is the only required program, and is shown with version and path", async () => {
  const { tools } = await check();
  same(tools.map(({ id }) => id), ["ffmpeg", "encodertool", "ripper", "ocr", "cd", "dovi", "hdr10plus", "soulseek"]);
  same(tools.filter(({ required }) => required).map(({ id }) => id), ["ffmpeg"]);
  same(await ffmpegOf({}), ["ffmpeg", true, true, "7.1.2, /opt/ffmpeg"]);
});

Deno.test("ffmpeg without ffprobe, or an ffmpeg that does not run, is unavailable with a reason", async () => {
  const without = { ffmpeg: { path: "/opt/ffmpeg" }, ffprobe: { error: "ffprobe was not found." } };
  same(await ffmpegOf({ tools: () => Promise.resolve(without) }), ["ffmpeg", true, false, "ffprobe was not found."]);
  const broken = new Fault("tool_missing", "/opt/ffmpeg does not start.");
  same(await ffmpegOf({ capabilities: () => Promise.reject(broken) }), ["ffmpeg", true, false, broken.message]);
});

Deno.test("a tool for some features only is optional, and its entry names these features", async () => {
  for (const tool of (await check()).tools.filter(({ id }) => id !== "ffmpeg")) {
    same([tool.required, tool.available], [false, false], tool.id);
    ok(tool.note, tool.id);
  }
});

Deno.test({
  name: "an optional program is found under each of its names, a wrong file under its name is not",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const folder = await Deno.makeTempDir({ prefix: "lathe_tools_" });
    try {
      const script = "#!/bin/sh\n";
      await Deno.writeTextFile(join(folder, "cdparanoia"), script, { mode: 0o755 });
      await Deno.writeTextFile(join(folder, "makemkvcon"), script, { mode: 0o644 });
      const { tools } = await check({ platform: "linux", search: { folders: [folder] } });
      const [ripper, cd] = ["ripper", "cd"].map((id) => tools.find((tool) => tool.id === id));
      same([cd?.available, cd?.detail], [true, join(folder, "cdparanoia")]);
      same([ripper?.available, ripper?.detail], [false, undefined]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

for (
  const [os, container, platform] of [
    ["windows", false, "windows"],
    ["darwin", true, "macos"],
    ["freebsd", false, "freebsd"],
    ["linux", false, "linux"],
    ["linux", true, "docker"],
  ] as const
) {
  Deno.test(`${os}${container ? " in a container" : ""} is ${platform}`, async () => {
    const answer = await check({ platform: os, dismissed: true, inContainer: () => Promise.resolve(container) });
    same([answer.platform, answer.dismissed], [platform, true]);
  });
}

const PLATFORMS: SetupPlatform[] = ["windows", "macos", "linux", "freebsd", "docker"];
const TOOLS: ToolId[] = ["ffmpeg", "encodertool", "ripper", "soulseek", "ocr", "cd", "dovi", "hdr10plus"];

Deno.test("every tool has installation instructions for every platform, and a project page over HTTPS", () => {
  for (const platform of PLATFORMS) {
    for (const tool of TOOLS) {
      const steps = installSteps(tool, platform);
      ok(steps.some(({ url }) => url !== undefined && new URL(url).protocol === "https:"), `${tool} on ${platform}`);
      for (const { label, url, command } of steps) ok(label !== "" && (url ?? command), `${tool} on ${platform}`);
    }
  }
});

Deno.test("ffmpeg is installed by one command on every platform", () => {
  same(PLATFORMS.map((platform) => installSteps("ffmpeg", platform)[0]?.command), [
    "winget install --id Gyan.FFmpeg -e",
    "brew install ffmpeg",
    "sudo apt install ffmpeg",
    "sudo pkg install ffmpeg",
    "apt-get update && apt-get install -y ffmpeg",
  ]);
});
