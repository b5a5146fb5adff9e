import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../tests/kit/run.ts";
import { findProgram, isRoot } from "./needs.ts";

/** The container's entrypoint, tested without a container by a real shell with programs that print their arguments. */

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const ENTRYPOINT = at("./docker/entrypoint.sh");

/** Creates a folder that stands for a container, with programs that only print their arguments. */
async function scene() {
  const folder = await Deno.makeTempDir({ prefix: "lathe-packaging-" });
  const bin = join(folder, "bin");
  const config = join(folder, "config");
  const devices = join(folder, "dev");
  await Deno.mkdir(bin);
  await Deno.mkdir(config);
  await Deno.mkdir(join(devices, "dri"), { recursive: true });
  // The unprivileged user must be able to access the programs and the config folder.
  await Deno.chmod(folder, 0o755);
  const program = (name: string, script: string) =>
    Deno.writeTextFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  await program("lathe", 'printf "lathe %s\\n" "$*"; echo "umask $(umask)"');
  await program("tini", 'shift; exec "$@"');
  await program("curl", 'for word in "$@"; do last=$word; done; echo "$last"');
  return {
    folder,
    bin,
    config,
    devices,
    program,
    /** Starts the container's first process; `as` is the user that `id` reports. */
    async start(env: Record<string, string>, { args = ["serve"], as }: { args?: string[]; as?: number } = {}) {
      if (as !== undefined) await program("id", `echo ${as}`);
      return await run("sh", [ENTRYPOINT, ...args], {
        clearEnv: true,
        env: {
          PATH: `${bin}:/usr/bin:/bin`,
          SERVICE_CONFIG_DIR: config,
          SERVICE_DEVICE_DIR: devices,
          ...env,
        },
      });
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** A `setpriv` that prints its arguments and runs the program with unchanged permissions. */
const SAYING_SETPRIV = 'echo "setpriv $*"; while [ "$1" != -- ]; do shift; done; shift; exec "$@"';

Deno.test("entrypoint.sh is a POSIX shell script and executable", async () => {
  const { code, stderr } = await run("sh", ["-n", ENTRYPOINT]);
  is(code, 0, stderr);
  is(((await Deno.stat(ENTRYPOINT)).mode ?? 0) & 0o111, 0o111);
});

Deno.test("S-PROC-10: a container that starts as root changes to PUID:PGID permanently, without other groups", async () => {
  await using container = await scene();
  await container.program("setpriv", SAYING_SETPRIV);
  await container.program("chown", "");
  const { code, stdout, stderr } = await container.start({ PUID: "1026", PGID: "100" }, { as: 0 });
  is(code, 0, stderr);
  const [called, program, umask] = stdout.split("\n");
  is(called, "setpriv --reuid 1026 --regid 100 --clear-groups --no-new-privs -- tini -- lathe serve");
  is(program, "lathe serve");
  is(umask, "umask 0002");
});

Deno.test("without PUID and PGID the user is 1000:1000, never root", async () => {
  await using container = await scene();
  await container.program("setpriv", SAYING_SETPRIV);
  await container.program("chown", "");
  const { stdout } = await container.start({}, { as: 0 });
  match(stdout, /^setpriv --reuid 1000 --regid 1000 /);
});

Deno.test("the owner of a config folder of another user is changed, including links", async () => {
  await using container = await scene();
  await container.program("setpriv", SAYING_SETPRIV);
  await container.program("chown", `echo "$@" >>"${container.folder}/owners"`);
  await Deno.writeTextFile(join(container.config, "settings.json"), "{}");
  await Deno.symlink("/etc/passwd", join(container.config, "link"));
  const stranger = String((Deno.uid() ?? 0) + 1);
  is((await container.start({ PUID: stranger, PGID: "100" }, { as: 0 })).code, 0);
  const [first = "", second = "", ...paths] = (await Deno.readTextFile(join(container.folder, "owners"))).trim()
    .split(" ");
  same([first, second], ["-h", `${stranger}:100`]);
  same(paths.sort(), [container.config, join(container.config, "link"), join(container.config, "settings.json")]);
});

Deno.test("the owner of a config folder of PUID:PGID is not changed", async () => {
  await using container = await scene();
  await container.program("setpriv", SAYING_SETPRIV);
  await container.program("chown", `echo "$@" >>"${container.folder}/owners"`);
  // With root's own IDs the program would run as root, so the folder must belong to another user.
  const owner = isRoot() ? 1026 : Deno.uid() ?? 0;
  const group = isRoot() ? 100 : Deno.gid() ?? 0;
  if (isRoot()) await Deno.chown(container.config, owner, group);
  is((await container.start({ PUID: String(owner), PGID: String(group) }, { as: 0 })).code, 0);
  is(await Deno.stat(join(container.folder, "owners")).then(() => true, () => false), false);
});

Deno.test("a config folder whose owner cannot be changed is reported and does not stop the start", async () => {
  await using container = await scene();
  await container.program("setpriv", SAYING_SETPRIV);
  await container.program("chown", "exit 1");
  const stranger = String((Deno.uid() ?? 0) + 1);
  const { code, stdout, stderr } = await container.start({ PUID: stranger }, { as: 0 });
  is(code, 0);
  match(stdout, /^lathe serve$/m);
  match(stderr, /not everything below .* could be given to/);
});

Deno.test("the groups of passed devices are kept, each once and never root's", async () => {
  await using container = await scene();
  await container.program("setpriv", SAYING_SETPRIV);
  await container.program("chown", "");
  await container.program(
    "stat",
    "case $3 in */renderD128 | */sg0) echo 105 ;; */card0) echo 44 ;; *) echo 0 ;; esac",
  );
  for (const name of ["dri/renderD128", "dri/card0", "sg0", "sr0"]) {
    await Deno.writeTextFile(join(container.devices, name), "");
  }
  await Deno.mkdir(join(container.devices, "dri", "by-path"));
  const { stdout, stderr } = await container.start({}, { as: 0 });
  match(stdout, /--groups 44,105 --no-new-privs/, stderr);
});

Deno.test("a container with a set user runs as that user, and reports that PUID has no effect", async () => {
  await using container = await scene();
  await container.program("setpriv", "echo setpriv was called; exit 9");
  await container.program("chown", "echo chown was called; exit 9");
  const { code, stdout, stderr } = await container.start({ PUID: "1026", UMASK: "027" }, { as: 568, args: ["doctor"] });
  is(code, 0, stderr);
  is(stdout, "lathe doctor\numask 0027");
  match(stderr, /PUID and PGID only work when the container is started as root/);
  const quiet = await container.start({}, { as: 568 });
  is(quiet.stdout, "lathe serve\numask 0002");
  ok(!quiet.stderr.includes("PUID"));
});

Deno.test("PUID=0 and PGID=0 run the service as root", async () => {
  await using container = await scene();
  await container.program("setpriv", "echo setpriv was called; exit 9");
  const { code, stdout } = await container.start({ PUID: "0", PGID: "0" }, { as: 0 });
  same([code, stdout], [0, "lathe serve\numask 0002"]);
});

for (
  const [name, env, words] of [
    ["a name as PUID", { PUID: "media" }, /PUID is a number, not "media"/],
    ["a PGID that is an option", { PGID: "--help" }, /PGID is a number, not "--help"/],
    ["a umask that is not octal", { UMASK: "098" }, /UMASK is an octal number/],
    ["a umask that is a command", { UMASK: "$(reboot)" }, /UMASK is an octal number/],
  ] as const
) {
  Deno.test(`entrypoint.sh refuses ${name}`, async () => {
    await using container = await scene();
    await container.program("setpriv", "echo setpriv was called");
    const { code, stdout, stderr } = await container.start(env, { as: 0 });
    same([code, stdout], [1, ""]);
    match(stderr, words);
  });
}

Deno.test("an unknown time zone is reported", async () => {
  await using container = await scene();
  const { code, stderr } = await container.start({ TZ: "Middle/Earth" }, { as: 568 });
  is(code, 0);
  match(stderr, /"Middle\/Earth" is not known/);
});

for (
  const [env, url] of [
    [{}, "http://localhost:3939/api/health"],
    [{ PORT: "4000" }, "http://localhost:4000/api/health"],
    [{ PORT: "4000", SERVICE_PORT: "4001" }, "http://localhost:4001/api/health"],
    [{ SERVICE_URL_BASE: "/lathe" }, "http://localhost:3939/lathe/api/health"],
    [{ SERVICE_URL_BASE: "lathe/" }, "http://localhost:3939/lathe/api/health"],
  ] as const
) {
  Deno.test(`the health check with ${JSON.stringify(env)} requests ${url}`, async () => {
    await using container = await scene();
    const { code, stdout } = await container.start({ ...env }, { args: ["healthy"] });
    same([code, stdout], [0, url]);
  });
}

Deno.test("a health check that is not answered fails", async () => {
  await using container = await scene();
  await container.program("curl", "exit 7");
  is((await container.start({}, { args: ["healthy"] })).code, 7);
});

Deno.test({
  name: "the real setpriv removes all privileges",
  ignore: !isRoot() || findProgram("setpriv") === undefined || Deno.build.os !== "linux",
  async fn() {
    await using container = await scene();
    await container.program(
      "lathe",
      'id -u; id -g; id -G; grep -E "^(CapEff|NoNewPrivs)" /proc/self/status; touch "$SERVICE_CONFIG_DIR/mine"; umask',
    );
    await Deno.writeTextFile(join(container.devices, "sr0"), "");
    await Deno.chown(join(container.devices, "sr0"), 0, 24);
    const { code, stdout, stderr } = await container.start({ PUID: "1026", PGID: "100", UMASK: "022" });
    is(code, 0, stderr);
    same(stdout.split(/\s+/), [
      "1026",
      "100",
      "100",
      "24",
      "CapEff:",
      "0000000000000000",
      "NoNewPrivs:",
      "1",
      "0022",
    ]);
    const { uid, gid } = await Deno.stat(join(container.config, "mine"));
    same([uid, gid], [1026, 100]);
  },
});

const SUM = "a".repeat(64);
const REQUEST = `version 1.18.2\noss ${SUM}\nbin ${SUM}\nlicence ${SUM}\naccepted 2026-01-01T00:00:00.000Z\n`;
const OWNER = { user: 1026, group: 100 };

/**
 * Creates a container with a volume for MakeMKV, and a build script that prints its arguments and ends with the code
 * `exit`.
 */
async function makemkvScene(files: Record<string, string>, exit = 0) {
  const container = await scene();
  const requests = join(container.config, "makemkv");
  const target = join(container.folder, "volume");
  await Deno.mkdir(requests);
  await Deno.mkdir(target);
  for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(requests, name), text);
  await container.program("lathe", 'echo "state $LATHE_MAKEMKV_BUILD"');
  await container.program("mountpoint", `[ "$2" = "${target}" ]`);
  await container.program(
    "build-makemkv",
    `echo x >> "${container.folder}/builds"; for word in "$@"; do echo "<$word>"; done; id -u; env; exit ${exit}`,
  );
  const start = (env: Record<string, string> = {}) =>
    container.start({ PUID: String(OWNER.user), PGID: String(OWNER.group), MAKEMKV_DIR: target, SECRET: "s3", ...env });
  return {
    ...container,
    target,
    requests,
    start,
    /** Returns the names of the files in the folder for build requests. */
    names: () => Array.fromAsync(Deno.readDir(requests), ({ name }) => name).then((names) => names.sort()),
    builds: () => Deno.readTextFile(join(container.folder, "builds")).then((text) => text.length / 2, () => 0),
    log: () => Deno.readTextFile(join(requests, "build.log")),
  };
}

const CAN_BUILD = isRoot() && findProgram("setpriv") !== undefined && Deno.build.os === "linux";
const builds = (name: string, fn: () => Promise<void>) => Deno.test({ name, ignore: !CAN_BUILD, fn });

builds("a requested build of MakeMKV runs once as root, beside Lathe and without the environment", async () => {
  await using container = await makemkvScene({ request: REQUEST });
  const { code, stdout, stderr } = await container.start();
  same([code, stdout], [0, "state ready"], stderr);
  match(stderr, /builds MakeMKV 1\.18\.2 as requested.*MakeMKV 1\.18\.2 is ready/s);
  const log = await container.log();
  ok(log.startsWith(`<1.18.2>\n<${SUM}>\n<${SUM}>\n<${SUM}>\n0\n`), log);
  ok(log.includes(`MAKEMKV_DIR=${container.target}\n`) && log.includes("TMPDIR=/var/tmp\n"), log);
  ok(!log.includes("SECRET"), log);
  same(await container.names(), ["build.log"]);
  const { uid, mode } = await Deno.stat(join(container.requests, "build.log"));
  same([uid, (mode ?? 0) & 0o002], [OWNER.user, 0]);
  await container.start();
  is(await container.builds(), 1);
});

builds("a failed build of MakeMKV is reported and not repeated, and an interrupted one has failed", async () => {
  await using container = await makemkvScene({ request: REQUEST }, 1);
  const { stdout, stderr } = await container.start();
  is(stdout, "state ready");
  match(stderr, /could not be built: see makemkv\/build\.log/);
  same(await container.names(), ["build.log", "failed"]);
  is((await container.start()).code, 0);
  same([await container.builds(), await container.names()], [1, ["build.log", "failed"]]);

  await using killed = await makemkvScene({ building: REQUEST });
  await killed.start();
  same([await killed.builds(), await killed.names()], [0, ["failed"]]);
});

for (
  const [name, line, seen] of [
    ["a command in the version", "version 1;touch /tmp/lathe-pwned", "<>"],
    ["an option as the version", "version --help", "<>"],
    ["a substitution in the version", "version $(touch /tmp/lathe-pwned)", "<>"],
    ["a version of 5000 digits", `version ${"1".repeat(5000)}`, "<>"],
    ["a second version", "version 1.2\nversion 6.6;id", "<1.2>"],
  ] as const
) {
  builds(`a request for MakeMKV with ${name} reaches the build only in its checked form`, async () => {
    await using container = await makemkvScene({ request: REQUEST.replace("version 1.18.2", line) });
    await container.start();
    is((await container.log()).split("\n")[0], seen);
    is(await Deno.stat("/tmp/lathe-pwned").then(() => true, () => false), false);
  });
}

builds("root follows no link in the folder of the user", async () => {
  await using container = await makemkvScene({});
  const secret = join(container.folder, "secret");
  await Deno.writeTextFile(secret, REQUEST, { mode: 0o600 });
  await Deno.symlink(secret, join(container.requests, "request"));
  await container.start();
  is(await container.builds(), 0);

  await Deno.remove(join(container.requests, "request"));
  await Deno.writeTextFile(join(container.requests, "request"), REQUEST);
  await Deno.symlink(secret, join(container.requests, "build.log"));
  await container.start();
  is(await container.builds(), 1);
  is(await Deno.readTextFile(secret), REQUEST);

  // The folder for build requests is replaced with a link to a folder that only root can read.
  const closed = join(container.folder, "closed");
  await Deno.mkdir(closed, { mode: 0o700 });
  await Deno.writeTextFile(join(closed, "request"), REQUEST);
  await Deno.remove(container.requests, { recursive: true });
  await Deno.symlink(closed, container.requests);
  await container.start();
  is(await container.builds(), 1);
  same(await Array.fromAsync(Deno.readDir(closed), ({ name }) => name), ["request"]);
});

for (
  const [state, env] of [
    ["no-volume", { MAKEMKV_DIR: "/nowhere" }],
    ["read-only", { MAKEMKV_SYSTEM: "/nowhere" }],
  ] as const
) {
  builds(`a container in the state ${state} builds nothing and keeps the request`, async () => {
    await using container = await makemkvScene({ request: REQUEST });
    is((await container.start(env)).stdout, `state ${state}`);
    same([await container.builds(), await container.names()], [0, ["request"]]);
  });
}

Deno.test("a container that does not start as root reports that it cannot build MakeMKV", async () => {
  await using container = await scene();
  await container.program("lathe", 'echo "state $LATHE_MAKEMKV_BUILD"');
  is((await container.start({}, { as: 568 })).stdout, "state user");
  is((await container.start({ PUID: "0", PGID: "0" }, { as: 0 })).stdout, "state user");
});
