/**
 * Builds the root file system of the container image without Docker, to test the Dockerfile on machines without a
 * container engine. Its steps are run in folders created with debootstrap. Needs root. `deno task image-root FOLDER`
 * writes `FOLDER/root` and `FOLDER/image.json`. See `try_image.ts`.
 */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readStages, type Stage, type Step } from "./dockerfile.ts";

const TOP = fileURLToPath(new URL("../../", import.meta.url));
const DOCKERFILE = join(TOP, "build/docker/Dockerfile");
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/**
 * Paths that are not copied into the image, because Git ignores them. The build context of a fresh checkout lacks them
 * too.
 */
const NOT_COPIED = ["node_modules", "static/built", "dist", "docs/test-results.json"];

/** Start command and environment of a container, stored in `image.json`. */
export interface ImageConfig {
  env: Record<string, string>;
  volumes: string[];
  entrypoint: string[];
  command: string[];
}

async function main(): Promise<void> {
  const [given] = Deno.args;
  if (given === undefined) throw new Error("Specify a folder: deno task image-root FOLDER");
  const folder = resolve(given);
  await Deno.mkdir(folder, { recursive: true });
  const stages = readStages(await Deno.readTextFile(DOCKERFILE));
  const roots = new Map<string, string>();
  let last = "";
  for (const [i, stage] of stages.entries()) {
    last = join(folder, i === stages.length - 1 ? "root" : `stage-${stage.name ?? i}`);
    await Deno.remove(last, { recursive: true }).catch(() => {});
    await run("cp", ["-a", await baseOf(stage.image, folder), last]);
    if (stage.name !== undefined) roots.set(stage.name, last);
    await carryOut(stage, last, roots);
    for (const volume of stage.volumes) await Deno.mkdir(join(last, volume), { recursive: true });
  }
  for (const root of roots.values()) await Deno.remove(root, { recursive: true });
  const { env, volumes, entrypoint, command } = stages.at(-1) as Stage;
  const config: ImageConfig = { env: { PATH, ...env }, volumes, entrypoint, command };
  await Deno.writeTextFile(join(folder, "image.json"), JSON.stringify(config, null, 2));
  console.log(`${last}: ${await sizeOf(last)}`);
}

/** Returns a minimal root of a Debian release such as `debian:trixie-slim`, created once per folder. */
async function baseOf(image: string, folder: string): Promise<string> {
  const release = image.match(/^debian:([a-z]+)-slim$/)?.[1];
  if (release === undefined) throw new Error(`${image} cannot be made with debootstrap.`);
  const base = join(folder, `base-${release}`);
  if (await Deno.stat(base).then(() => true, () => false)) return base;
  const unfinished = `${base}.new`;
  await run("debootstrap", ["--variant=minbase", release, unfinished]);
  await Deno.rename(unfinished, base);
  return base;
}

/**
 * Path of a copy of this machine's certificates while the steps run, for networks whose proxy has its own certificate
 * authority.
 */
const CERTIFICATES = "/run/certificates-of-the-builder.crt";

async function carryOut(stage: Stage, root: string, roots: ReadonlyMap<string, string>): Promise<void> {
  let folder = "/";
  await Deno.copyFile("/etc/resolv.conf", join(root, "etc/resolv.conf"));
  const own = Deno.env.get("NODE_EXTRA_CA_CERTS");
  if (own !== undefined) await Deno.copyFile(own, join(root, CERTIFICATES));
  const trust: Record<string, string> = own === undefined
    ? {}
    : { NODE_EXTRA_CA_CERTS: CERTIFICATES, DENO_CERT: CERTIFICATES, SSL_CERT_FILE: CERTIFICATES };
  for (const { step, env } of stage.steps) {
    console.log(`${stage.name ?? "image"}: ${describe(step)}`);
    if (step.kind === "workdir") {
      folder = step.path;
      await Deno.mkdir(join(root, folder), { recursive: true });
    } else if (step.kind === "run") {
      // Runs a command in the shell form of `RUN`, as Docker does. Nothing in the command comes from outside the
      // repository.
      const inside = ["--mount", "--pid", "--fork", "--kill-child", `--root=${root}`, `--wd=${folder}`];
      await run("unshare", [...inside, "--mount-proc", "/bin/sh", "-c", step.command], {
        PATH,
        HOME: "/root",
        ...trust,
        ...env,
      });
    } else {
      const from = step.from === undefined ? TOP : roots.get(step.from);
      if (from === undefined) throw new Error(`There is no stage ${step.from}.`);
      for (const source of step.sources) await copy(join(from, source), resolve(folder, step.target), root, step.mode);
    }
  }
  await Deno.remove(join(root, CERTIFICATES)).catch(() => {});
}

/** Copies as `COPY` does: a file to a file or into a folder, and the contents of a folder into a folder. */
async function copy(source: string, target: string, root: string, mode: string | undefined): Promise<void> {
  const to = join(root, target);
  if ((await Deno.stat(source)).isDirectory) {
    await Deno.mkdir(to, { recursive: true });
    await run("cp", ["-a", "--no-preserve=ownership", `${source}/.`, to]);
    for (const name of NOT_COPIED) {
      if (join(TOP, name).startsWith(`${source}/`)) {
        await Deno.remove(join(to, join(TOP, name).slice(source.length)), { recursive: true }).catch(() => {});
      }
    }
    return;
  }
  const into = await Deno.stat(to).then((found) => found.isDirectory, () => false);
  const path = into ? join(to, source.slice(source.lastIndexOf("/") + 1)) : to;
  await Deno.copyFile(source, path);
  if (mode !== undefined) await Deno.chmod(path, Number.parseInt(mode, 8));
}

const describe = (step: Step): string =>
  step.kind === "run"
    ? `RUN ${step.command.slice(0, 100)}`
    : step.kind === "copy"
    ? `COPY ${step.sources.join(" ")} ${step.target}`
    : `WORKDIR ${step.path}`;

async function sizeOf(folder: string): Promise<string> {
  const { stdout } = await new Deno.Command("du", { args: ["-sh", folder] }).output();
  return new TextDecoder().decode(stdout).split("\t")[0] ?? "";
}

async function run(program: string, args: string[], env?: Record<string, string>): Promise<void> {
  const options = env === undefined ? {} : { env, clearEnv: true };
  const child = new Deno.Command(program, { args, stdin: "null", stdout: "null", stderr: "inherit", ...options });
  const { success } = await child.spawn().status;
  if (!success) throw new Error(`${program} ${args.join(" ").slice(0, 200)} failed.`);
}

if (import.meta.main) await main();
