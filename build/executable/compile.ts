/**
 * Builds the single executable `dist/lathe`. Uses `deno compile` if Deno's downloads are reachable, otherwise creates a
 * self-extracting file with the same program (docs/architecture.md, "Decisions"). Flags: `--out FILE`,
 * `--self-extracting` (skip `deno compile`).
 */
import * as esbuild from "esbuild";
import { fileURLToPath } from "node:url";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { VERSION } from "../../lib/kit/version.ts";
import { writeEvidence } from "../evidence/write_evidence.ts";
import { V8_FLAGS } from "./run_flags.ts";
import { assembleSelfExtracting } from "./self_extracting.ts";
import { stageProgram } from "./stage.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: { out: { type: "string" }, "self-extracting": { type: "boolean" } },
});
const root = new URL("../../", import.meta.url);
const suffix = Deno.build.os === "windows" ? ".exe" : "";
const out = resolve(values.out ?? fileURLToPath(new URL(`dist/lathe${suffix}`, root)));
await Deno.mkdir(dirname(out), { recursive: true });

const stage = await Deno.makeTempDir({ prefix: "lathe-stage-" });
try {
  await stageProgram(root, stage);
  await writeEvidence(root, stage);
  const compiled = !values["self-extracting"] && await denoCompile(stage, out);
  if (!compiled) await assembleSelfExtracting({ program: stage, denoPath: Deno.execPath(), version: VERSION, out });
  const { size } = await Deno.stat(out);
  console.log(`${out}: ${(size / 1e6).toFixed(0)} MB, ${compiled ? "compiled" : "self-extracting"}.`);
} finally {
  await esbuild.stop();
  await Deno.remove(stage, { recursive: true });
}

/** Returns false and prints the reason if the runtime to embed cannot be downloaded. */
async function denoCompile(stage: string, out: string): Promise<boolean> {
  // `deno compile` refuses to overwrite a file that it did not create.
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
