/**
 * Installs the programs that are needed to run Lathe (`run`) or its tests (`test`), using apt as root on Debian or a
 * derivative. On other systems, prints what to install. If programs are missing, Lathe still starts and its pages
 * explain what is missing; the tests do not run.
 */
import { findProgram, isRoot, missing, type Need, NEEDS, packagesOf, plainAdvice } from "./needs.ts";

const purpose = Deno.args[0] === "test" ? "test" : "run";
const wanted = missing(NEEDS.filter((need) => purpose === "test" || need.for === "run"), findProgram);

if (wanted.length > 0) {
  if (Deno.build.os === "linux" && isRoot() && findProgram("apt-get") !== undefined) await installWithApt(wanted);
  else report(wanted);
}

async function installWithApt(needs: Need[]): Promise<void> {
  const packages = packagesOf(needs);
  console.log(`Installing ${packages.join(", ")} …`);
  const started = performance.now();
  await apt("update", "-qq");
  await apt("install", "-y", "-qq", "--no-install-recommends", ...packages);
  const still = missing(needs, findProgram);
  if (still.length > 0) report(still);
  else console.log(`Installed in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
}

async function apt(...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("apt-get", {
    args,
    env: { DEBIAN_FRONTEND: "noninteractive" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) console.error(`apt-get ${args[0]} failed:\n${new TextDecoder().decode(stderr)}`);
}

function report(needs: Need[]): void {
  console.error(plainAdvice(needs, Deno.build.os));
  if (purpose === "test") Deno.exit(1);
}
