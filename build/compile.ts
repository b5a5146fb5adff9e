/**
 * Makes the one executable, `dist/lathe`. With a network that reaches Deno's downloads it is a real `deno compile`;
 * without, the same program as a self-extracting file (architecture.md, decision 8).
 * Flags: `--out FILE`, `--self-extracting` (do not try the other form).
 */
import * as esbuild from "esbuild";
import { fileURLToPath } from "node:url";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { VERSION } from "../lib/kit/version.ts";
import { V8_FLAGS } from "./run_flags.ts";
import { assembleSelfExtracting } from "./self_extracting.ts";
import { stageProgram } from "./stage.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: { out: { type: "string" }, "self-extracting": { type: "boolean" } },
});
const root = new URL("../", import.meta.url);
const suffix = Deno.build.os === "windows" ? ".exe" : "";
const out = resolve(values.out ?? fileURLToPath(new URL(`dist/lathe${suffix}`, root)));
await Deno.mkdir(dirname(out), { recursive: true });

const stage = await Deno.makeTempDir({ prefix: "lathe-stage-" });
try {
  await stageProgram(root, stage);
  const compiled = !values["self-extracting"] && await denoCompile(stage, out);
  if (!compiled) await assembleSelfExtracting({ program: stage, denoPath: Deno.execPath(), version: VERSION, out });
  const { size } = await Deno.stat(out);
  console.log(`${out}: ${(size / 1e6).toFixed(0)} MB, ${compiled ? "compiled" : "self-extracting"}.`);
} finally {
  await esbuild.stop();
  await Deno.remove(stage, { recursive: true });
}

/** False when the runtime to embed cannot be downloaded here; the reason is printed. */
async function denoCompile(stage: string, out: string): Promise<boolean> {
  // It refuses to write over a file that it did not make itself.
  const fresh = `${out}.new`;
  const beside = (await Array.fromAsync(Deno.readDir(stage))).map(({ name }) => name).filter((name) =>
    name !== "main.js"
  );
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "compile",
      "--allow-all",
      "--no-check",
      `--v8-flags=${V8_FLAGS}`,
      "--self-extracting",
      ...beside.flatMap((name) => ["--include", name]),
      "--output",
      fresh,
      "main.js",
    ],
    cwd: stage,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stderr: "piped",
  }).output();
  if (!success) {
    const lines = new TextDecoder().decode(stderr).trim().split("\n");
    const reason = lines.find((line) => /error/i.test(line)) ?? lines.at(-1);
    console.log(`deno compile is not possible here: ${reason?.trim()}`);
  } else await Deno.rename(fresh, out);
  return success;
}
