import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { Settings } from "../lib/settings/schema.ts";
import { findProgram, isRoot } from "./needs.ts";

/** The files that bring Lathe onto a machine and explain it, as far as they can be tried without installing anything. */

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const ENTRYPOINT = at("./docker/entrypoint.sh");

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

async function run(program: string, args: string[], options: Deno.CommandOptions = {}): Promise<Ended> {
  const { code, stdout, stderr } = await new Deno.Command(program, { args, stdin: "null", ...options }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/** A folder for one test with programs that only say how they were called. */
async function scene() {
  const folder = await Deno.makeTempDir({ prefix: "lathe-packaging-" });
  const bin = join(folder, "bin");
  const config = join(folder, "config");
  const devices = join(folder, "dev");
  await Deno.mkdir(bin);
  await Deno.mkdir(config);
  await Deno.mkdir(join(devices, "dri"), { recursive: true });
  // A dropped user has to reach the programs and the config folder.
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

/** A `setpriv` that says what it was told and then runs the program with the rights it has. */
const SAYING_SETPRIV = 'echo "setpriv $*"; while [ "$1" != -- ]; do shift; done; shift; exec "$@"';

Deno.test("entrypoint.sh is a script that a plain sh reads, and may be executed", async () => {
  const { code, stderr } = await run("sh", ["-n", ENTRYPOINT]);
  is(code, 0, stderr);
  is(((await Deno.stat(ENTRYPOINT)).mode ?? 0) & 0o111, 0o111);
});

Deno.test("S-PROC-10: started as root it becomes PUID:PGID, without other groups and for good", async () => {
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

Deno.test("without PUID and PGID it becomes 1000:1000, never root", async () => {
  await using container = await scene();
  await container.program("setpriv", SAYING_SETPRIV);
  await container.program("chown", "");
  const { stdout } = await container.start({}, { as: 0 });
  match(stdout, /^setpriv --reuid 1000 --regid 1000 /);
});

Deno.test("the config folder is given away where it belongs to others, links themselves included", async () => {
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

Deno.test("a config folder that already belongs to PUID:PGID is left alone", async () => {
  await using container = await scene();
  await container.program("setpriv", SAYING_SETPRIV);
  await container.program("chown", `echo "$@" >>"${container.folder}/owners"`);
  // Root's own numbers would mean running as root, so the folder has to belong to somebody else then.
  const owner = isRoot() ? 1026 : Deno.uid() ?? 0;
  const group = isRoot() ? 100 : Deno.gid() ?? 0;
  if (isRoot()) await Deno.chown(container.config, owner, group);
  is((await container.start({ PUID: String(owner), PGID: String(group) }, { as: 0 })).code, 0);
  is(await Deno.stat(join(container.folder, "owners")).then(() => true, () => false), false);
});

Deno.test("a config folder that cannot be given away is said, and no reason to stay down", async () => {
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

Deno.test("started as another user it runs as that user, and says that PUID does nothing", async () => {
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

Deno.test("PUID=0 and PGID=0 are a wish for root, which is what runs then", async () => {
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

Deno.test("a time zone that is not known is said", async () => {
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
  Deno.test(`the health check with ${JSON.stringify(env)} asks ${url}`, async () => {
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
  name: "the real setpriv leaves no right behind",
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

interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  privileged?: boolean;
  read_only?: boolean;
  tmpfs?: string[];
  security_opt?: string[];
  cap_drop?: string[];
  restart?: string;
  stop_grace_period?: string;
  environment: Record<string, string | number>;
  ports: string[];
  volumes: string[];
}

const readYaml = async (path: string) => parse(await Deno.readTextFile(at(path)), { strict: true, uniqueKeys: true });

/** Where each system keeps settings and media, and whose they are (behaviour.md, section 38). */
const SYSTEMS = {
  compose: {
    config: "./config",
    user: "${PUID:-1000}",
    group: "${PGID:-1000}",
    media: "${MEDIA:-/media}:${MEDIA:-/media}",
  },
  synology: { config: "/volume1/docker/lathe", user: "1026", group: "100", media: "/volume1/media:/volume1/media" },
  unraid: { config: "/mnt/user/appdata/lathe", user: "99", group: "100", media: "/mnt/user/data:/data" },
  truenas: { config: "/mnt/tank/apps/lathe", user: "568", group: "568", media: "/mnt/tank/media:/mnt/tank/media" },
  openmediavault: {
    config: "${DISK:?set DISK to the folder of the data disk}/appdata/lathe",
    user: "${PUID:-1000}",
    group: "100",
    media: "${DISK}/media:${DISK}/media",
  },
  casaos: { config: "/DATA/AppData/lathe/config", user: "0", group: "0", media: "/DATA/Media:/DATA/Media" },
};

Deno.test("every compose file of the folder is one of the systems, and each system has one", async () => {
  const files = (await Array.fromAsync(Deno.readDir(at("./docker")))).map(({ name }) => name);
  same(files.filter((name) => name.endsWith(".yml")).sort(), Object.keys(SYSTEMS).map((name) => `${name}.yml`).sort());
});

for (const [system, wanted] of Object.entries(SYSTEMS)) {
  Deno.test(`the compose file ${system}.yml keeps settings, takes no rights, and names the right folders`, async () => {
    const { services } = await readYaml(`./docker/${system}.yml`) as { services: Record<string, Service> };
    same(Object.keys(services), ["lathe"]);
    const { lathe } = services;
    ok(lathe);
    same(lathe.volumes, [`${wanted.config}:/config`, wanted.media]);
    is(lathe.environment["PUID"], wanted.user);
    is(lathe.environment["PGID"], wanted.group);
    is(lathe.environment["UMASK"], "002");
    is(lathe.privileged, undefined);
    ok(lathe.security_opt?.includes("no-new-privileges:true"));
    same(lathe.cap_drop, ["ALL"]);
    is(lathe.read_only, true);
    same(lathe.tmpfs, ["/tmp"]);
    same(lathe.ports, ["3939:3939"]);
    is(lathe.restart, "unless-stopped");
    is(lathe.stop_grace_period, "20s");
    is(lathe.image, "lathe:latest");
  });
}

Deno.test("the compose file for plain Docker builds from the top of the repository", async () => {
  const { services } = await readYaml("./docker/compose.yml") as { services: { lathe: Service } };
  const { context = "", dockerfile = "" } = services.lathe.build ?? {};
  const top = join(at("./docker"), context);
  ok((await Deno.stat(join(top, "deno.json"))).isFile);
  is(join(top, dockerfile), at("./docker/Dockerfile"));
});

Deno.test("the Dockerfile copies what is there, and the whole program", async () => {
  const lines = (await Deno.readTextFile(at("./docker/Dockerfile"))).replaceAll("\\\n", " ").split("\n");
  const words = (name: string) => lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.split(/\s+/));
  const copied = words("COPY").filter((copy) => !copy.some((word) => word.startsWith("--from")))
    .flatMap((copy) => copy.slice(1, -1).filter((word) => !word.startsWith("--")));
  for (const path of copied) await Deno.stat(at(`../${path}`));
  for (const part of ["main.ts", "deno.lock", "build", "db", "islands", "lib", "routes", "static", "LICENSE"]) {
    ok(copied.includes(part), `${part} is not copied`);
  }
  same(words("FROM").map(([, image]) => image), ["debian:bookworm-slim", "debian:bookworm-slim"]);
  same(words("EXPOSE").flat(), ["EXPOSE", "3939"]);
  same(words("VOLUME").flat(), ["VOLUME", "/config"]);
  ok(lines.some((line) => line === 'ENTRYPOINT ["/usr/local/bin/entrypoint.sh"]'));
  ok(
    lines.some((line) => line.startsWith("HEALTHCHECK ") && line.includes('"/usr/local/bin/entrypoint.sh", "healthy"')),
  );
  for (const need of ["ffmpeg", "mkvtoolnix", "tesseract-ocr", "tini", "curl", "tzdata"]) {
    ok(lines.some((line) => line.startsWith("RUN ") && line.split(/\s+/).includes(need)), `${need} is not installed`);
  }
});

Deno.test("a release is tested, built for every platform and published, in this order", async () => {
  const { on, jobs } = await readYaml("../.github/workflows/release.yml");
  same(on, { push: { tags: ["v*"] } });
  same(Object.keys(jobs), ["test", "build", "publish"]);
  is(jobs.build.needs, "test");
  is(jobs.publish.needs, "build");
  const commands = (job: { steps: { run?: string }[] }) => job.steps.flatMap(({ run }) => run ?? []);
  ok(commands(jobs.test).includes("$DENO task test"));
  ok(commands(jobs.build).some((command) => command.startsWith("$DENO task compile ")));
  same(jobs.build.strategy.matrix.include.map(({ target }: { target: string }) => target), [
    "linux-x64",
    "linux-arm64",
    "macos-x64",
    "macos-arm64",
    "windows-x64",
  ]);
  ok(commands(jobs.publish).some((command) => command.startsWith("gh release create ")));
});

const UNIT = "./systemd/lathe.service";

Deno.test("the systemd unit runs under a user of its own, and ends in time", async () => {
  const lines = (await Deno.readTextFile(at(UNIT))).split("\n");
  for (
    const line of [
      "User=lathe",
      "UMask=0002",
      "Restart=on-failure",
      "TimeoutStopSec=20",
      "NoNewPrivileges=true",
      "CapabilityBoundingSet=",
      "ProtectSystem=full",
      "Environment=SERVICE_CONFIG_DIR=/var/lib/lathe",
    ]
  ) ok(lines.includes(line), `${line} is missing`);
  ok(lines.some((line) => line.startsWith("SupplementaryGroups=") && line.split(/[= ]/).includes("cdrom")));
});

Deno.test({
  name: "systemd finds nothing wrong with the unit",
  ignore: findProgram("systemd-analyze") === undefined,
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "lathe-unit-" });
    try {
      // The program is not installed here; all the rest is looked at as it is.
      const unit = (await Deno.readTextFile(at(UNIT))).replace("/usr/local/bin/lathe", "/bin/true");
      const path = join(folder, "lathe.service");
      await Deno.writeTextFile(path, unit);
      const { code, stdout, stderr } = await run("systemd-analyze", ["verify", "--man=no", path]);
      is(code, 0, stderr);
      same([stdout, stderr], ["", ""]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

const DOCS = ["install", "first-steps", "settings", "api", "reverse-proxies", "troubleshooting"];
const readDoc = (name: string) => Deno.readTextFile(at(`../static/docs/${name}.md`));

interface Block {
  language: string;
  text: string;
}

/** The fenced code of a page, and the page without it. A fence may be indented by the list it is in. */
function split(page: string): { blocks: Block[]; prose: string } {
  const blocks: Block[] = [];
  const prose = page.replace(/^( *)```(\w*)\n(.*?)^\1```$/gms, (_all, _indent, language: string, text: string) => {
    blocks.push({ language, text });
    return "";
  });
  return { blocks, prose };
}

/** Dotted names of every value in a tree; lists and empty objects count as values. */
const leaves = (value: unknown, path = ""): string[] =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, part]) => leaves(part, path === "" ? key : `${path}.${key}`))
    : [path];

Deno.test("the settings page of the documentation names every setting, and none that is not there", async () => {
  const { prose } = split(await readDoc("settings"));
  const named = new Set(prose.match(/(?<=`)[a-z]\w*(\.\w+)*(?=`)/gi));
  const known = leaves(Settings.parse({}));
  same(known.filter((key) => !named.has(key)), []);
  const dotted = [...named].filter((name) => /^[a-z]\w*(\.[a-z]\w*)+$/.test(name));
  const roots = new Set(known.map((key) => key.split(".")[0]));
  same(
    dotted.filter((name) => roots.has(name.split(".")[0]) && !known.some((key) => `${key}.`.startsWith(`${name}.`))),
    [],
  );
});

for (const name of DOCS) {
  Deno.test(`the page ${name}.md is plain Markdown, its commands can be read by sh, and its links lead somewhere`, async () => {
    const { blocks, prose } = split(await readDoc(name));
    match(prose, /^# \S/);
    ok(!prose.includes("```"), "a fence is open");
    same(prose.replaceAll(/`[^`]*`/g, "").match(/<(?!https?:)[^>]*>/g), null);
    for (const { language, text } of blocks) {
      ok(language !== "", `a block without a language: ${text}`);
      if (language === "json") JSON.parse(text);
      if (language === "yaml") parse(text, { strict: true, uniqueKeys: true });
      if (language !== "sh") continue;
      const { code, stderr } = await run("sh", ["-n", "-c", text]);
      is(code, 0, `${stderr}\n${text}`);
      for (const [, body = ""] of text.matchAll(/-d '([^']*)'/g)) JSON.parse(body);
    }
    for (const [, target = ""] of prose.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      ok((await Deno.stat(at(`../static/docs/${target}`))).isFile, target);
    }
  });
}
