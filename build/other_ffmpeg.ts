/**
 * Downloads the ffmpeg and ffprobe of another Debian release and their libraries into a folder, without installing
 * anything: `deno task other-ffmpeg RELEASE FOLDER`, for example `trixie /opt/ffmpeg-7.1`. The release `sid` has the
 * newest ffmpeg. The programs in FOLDER/bin can be used alongside those of this machine. Needs apt and dpkg-deb.
 */
import { dirname, join, resolve } from "node:path";

const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
const PROGRAMS = ["ffmpeg", "ffprobe"];

const [release, target] = Deno.args;
if (release === undefined || target === undefined || !/^[a-z][a-z-]*$/.test(release)) {
  console.error("Usage: deno task other-ffmpeg RELEASE FOLDER");
  Deno.exit(2);
}
await install(release, resolve(target));

async function install(release: string, folder: string): Promise<void> {
  const work = await Deno.makeTempDir({ prefix: "lathe_other_ffmpeg_" });
  try {
    const packages = await download(release, work);
    await Deno.mkdir(folder, { recursive: true });
    for (const path of packages) await run("dpkg-deb", ["-x", path, folder]);
  } finally {
    await Deno.remove(work, { recursive: true });
  }
  const files = await filesBelow(folder);
  const loader = files.find((path) => /\/ld-linux[^/]*\.so\.\d+$/.test(path));
  if (loader === undefined) throw new Error(`The packages of ${release} contain no loader.`);
  const libraries = [...new Set(files.filter((path) => /\.so(\.\d+)*$/.test(path)).map((path) => dirname(path)))];
  await Deno.mkdir(join(folder, "bin"), { recursive: true });
  for (const program of PROGRAMS) {
    const path = join(folder, "bin", program);
    await Deno.writeTextFile(path, starter({ program, loader, libraries, folder }), { mode: 0o755 });
    console.log(`${path}: ${(await run(path, ["-version"])).split("\n")[0]}`);
  }
}

/** Downloads the ffmpeg packages and all their dependencies, with an apt that is configured for this release only. */
async function download(release: string, work: string): Promise<string[]> {
  const archives = join(work, "cache", "archives");
  await Deno.mkdir(join(archives, "partial"), { recursive: true });
  await Deno.mkdir(join(work, "lists", "partial"), { recursive: true });
  const signedBy = await Deno.stat(KEYRING).then(() => `[signed-by=${KEYRING}] `, () => "");
  await Deno.writeTextFile(join(work, "sources.list"), `deb ${signedBy}${await mirror()} ${release} main\n`);
  // The list of installed packages is empty, so that libraries of this machine are never mixed with those of the
  // release.
  await Deno.writeTextFile(join(work, "status"), "");
  const config = join(work, "apt.conf");
  await Deno.writeTextFile(config, aptConfig(work));
  const env = { APT_CONFIG: config, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], env);
  await run("apt-get", ["install", "-y", "-qq", "--download-only", "ffmpeg"], env);
  const names = (await Array.fromAsync(Deno.readDir(archives))).map(({ name }) => name);
  return names.filter((name) => name.endsWith(".deb")).map((name) => join(archives, name));
}

function aptConfig(work: string): string {
  return [
    `Dir::Etc::SourceList "${work}/sources.list";`,
    `Dir::Etc::SourceParts "/dev/null";`,
    `Dir::State::Lists "${work}/lists";`,
    `Dir::State::Status "${work}/status";`,
    `Dir::Cache "${work}/cache";`,
    `APT::Install-Recommends "false";`,
    `APT::Sandbox::User "root";`,
    "",
  ].join("\n");
}

/** Returns the URL of the package mirror that this machine uses. */
async function mirror(): Promise<string> {
  const rows = await run("apt-get", ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]);
  const addresses = rows.split("\n").filter((row) => row !== "");
  const found = addresses.find((address) => /\/debian\/?$/.test(address));
  if (found === undefined) throw new Error("The package sources of this machine contain no server of Debian.");
  return found;
}

/**
 * Returns a script that runs the program with the loader and libraries of the folder instead of those of the machine.
 */
function starter(
  { program, loader, libraries, folder }: { program: string; loader: string; libraries: string[]; folder: string },
): string {
  const args = ["--library-path", libraries.join(":"), "--argv0", program, join(folder, "usr", "bin", program)];
  return `#!/bin/sh\nexec ${[loader, ...args].map((word) => `'${word}'`).join(" ")} "$@"\n`;
}

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) found.push(...await filesBelow(path));
    else found.push(path);
  }
  return found;
}

async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(`${program} ${args.join(" ")} failed:\n${text.decode(stderr)}`);
  return text.decode(stdout);
}
