import { deepStrictEqual as same, ok, strictEqual as is, throws } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { allPresets } from "../lib/encode/profiles/presets.ts";
import { run } from "../tests/kit/run.ts";
import { readStages } from "./image/dockerfile.ts";
import { findProgram } from "./needs.ts";
import { RUN_ENV, V8_FLAGS } from "./executable/run_flags.ts";

/** The packaging files, tested as far as possible without an installation. */

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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

/** Volume into which the entrypoint builds MakeMKV. A container that runs as root never builds it. */
const MAKEMKV = "makemkv:/opt/makemkv";

const readYaml = async (path: string) => parse(await Deno.readTextFile(at(path)), { strict: true, uniqueKeys: true });

/** Paths of the config folder and the media on each system, and the user and group that own them. */
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
  Deno.test(`the compose file ${system}.yml keeps settings, requires no privileges, and names the right folders`, async () => {
    const { services, volumes = {} } = await readYaml(`./docker/${system}.yml`) as {
      services: Record<string, Service>;
      volumes?: Record<string, unknown>;
    };
    same(Object.keys(services), ["lathe"]);
    const { lathe } = services;
    ok(lathe);
    const makemkv = wanted.user === "0" ? [] : [MAKEMKV];
    same(lathe.volumes, [`${wanted.config}:/config`, wanted.media, ...makemkv]);
    same(Object.keys(volumes), wanted.user === "0" ? [] : ["makemkv"]);
    is(lathe.environment["PUID"], wanted.user);
    is(lathe.environment["PGID"], wanted.group);
    is(lathe.environment["UMASK"], "002");
    is(lathe.privileged, undefined);
    ok(lathe.security_opt?.includes("no-new-privileges:true"));
    same(lathe.cap_drop, ["ALL"]);
    is(lathe.read_only, true);
    same(lathe.tmpfs, ["/tmp"]);
    same(lathe.ports, ["3939:3939", "3940:3940", "3941:3941"]);
    is(lathe.restart, "unless-stopped");
    is(lathe.stop_grace_period, "20s");
    is(lathe.image, "ghcr.io/lathe-media/lathe:latest");
  });
}

Deno.test("the Dockerfile copies only existing files, and the whole program", async () => {
  const lines = (await Deno.readTextFile(at("./docker/Dockerfile"))).replaceAll("\\\n", " ").split("\n");
  const words = (name: string) => lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.split(/\s+/));
  const copied = words("COPY").filter((copy) => !copy.some((word) => word.startsWith("--from")))
    .flatMap((copy) => copy.slice(1, -1).filter((word) => !word.startsWith("--")));
  for (const path of copied) await Deno.stat(at(`../${path}`));
  for (const part of ["main.ts", "deno.lock", "build", "db", "islands", "lib", "routes", "static", "LICENSE"]) {
    ok(copied.includes(part), `${part} is not copied`);
  }
  same(words("FROM").map(([, image]) => image), ["debian:trixie-slim", "debian:trixie-slim"]);
  same(words("EXPOSE").flat(), ["EXPOSE", "3939", "3940", "3941"]);
  same(words("VOLUME").flat(), ["VOLUME", "/config"]);
  ok(lines.some((line) => line === 'ENTRYPOINT ["/usr/local/bin/entrypoint.sh"]'));
  ok(
    lines.some((line) => line.startsWith("HEALTHCHECK ") && line.includes('"/usr/local/bin/entrypoint.sh", "healthy"')),
  );
  for (
    const need of [
      "ffmpeg",
      "mkvtoolnix",
      "cd-paranoia",
      "libcdio-utils",
      "tesseract-ocr",
      "nats-server",
      "tini",
      "curl",
      "tzdata",
    ]
  ) {
    ok(lines.some((line) => line.startsWith("RUN ") && line.split(/\s+/).includes(need)), `${need} is not installed`);
  }
});

Deno.test("a release is tested, built for every platform and published, in this order", async () => {
  const { on, jobs } = await readYaml("../.github/workflows/release.yml");
  same(on, { push: { tags: ["v*"] } });
  same(Object.keys(jobs), ["test", "build", "publish", "image", "image-tag"]);
  is(jobs.build.needs, "test");
  is(jobs.publish.needs, "build");
  const commands = (job: { steps: { run?: string }[] }) => job.steps.flatMap(({ run }) => run ?? []);
  ok(commands(jobs.test).includes("$DENO task test:all"));
  ok(commands(jobs.build).some((command) => command.startsWith("$DENO task compile ")));
  // The results of the tests are part of the executables and of the image.
  for (const job of [jobs.build, jobs.image]) {
    const added = job.steps.find(({ with: inputs }: { with?: { name?: string } }) => inputs?.name === "test-results");
    is(added?.with.path, "docs");
  }
  same(jobs.build.strategy.matrix.include.map(({ target }: { target: string }) => target), [
    "linux-x64",
    "linux-arm64",
    "macos-x64",
    "macos-arm64",
    "windows-x64",
  ]);
  ok(commands(jobs.publish).some((command) => command.startsWith("gh release create ")));
  // The release page links to the documents of its own version.
  const write = commands(jobs.publish).find((command) => command.startsWith("sed ")) ?? "";
  const written = await run("sh", ["-c", write.replace(/ > .*$/, "")], {
    cwd: at(".."),
    env: { GITHUB_REF_NAME: "v9.9.9.9" },
  });
  ok(written.stdout.includes("/blob/v9.9.9.9/static/docs/install.md#docker"), written.stderr);
  is(written.stdout.includes("/blob/main/"), false);
  const page = await Deno.readTextFile(at("../.github/release.md"));
  for (const { target, suffix = "" } of jobs.build.strategy.matrix.include) {
    ok(page.includes(`\`lathe-${target}${suffix}\``), `the release page does not name ${target}`);
  }
  is(jobs.image.needs, "test");
  same(jobs.image.strategy.matrix.include.map(({ platform }: { platform: string }) => platform), [
    "linux/amd64",
    "linux/arm64",
  ]);
  const names = jobs.image.steps.map(({ name }: { name?: string }) => name);
  ok(names.indexOf("Run a job in the image") < names.indexOf("Push with provenance and a list of contents"));
  same(jobs["image-tag"].needs, ["image", "build"]);
  ok(commands(jobs["image-tag"]).some((command) => command.includes("cosign sign --yes ")));
});

Deno.test("every profile that a workflow or document names exists", async () => {
  const texts = await Promise.all(
    ["../.github/workflows/release.yml", "../static/docs/first-steps.md"].map((path) => Deno.readTextFile(at(path))),
  );
  const named = texts.flatMap((text) => [...text.matchAll(/--profile (\S+)/g)].map(([, id]) => id));
  ok(named.length >= 2);
  const ids = allPresets().map(({ id }) => id);
  same(named.filter((id) => !ids.some((preset) => preset === id)), []);
});

Deno.test("every change runs the fast tests and the checks, and main runs all of CI", async () => {
  const { on, jobs } = await readYaml("../.github/workflows/ci.yml");
  same(Object.keys(on), ["push", "pull_request"]);
  const onMain = (job: { steps: { run?: string; if?: string }[] }, main: boolean): string[] =>
    job.steps.filter((step) => step.if === `github.ref ${main ? "==" : "!="} 'refs/heads/main'`)
      .flatMap(({ run }) => run ?? []);
  same(onMain(jobs.test, false), ["$DENO task test", "$DENO task check"]);
  same(onMain(jobs.test, true), ["bash .ci/run"]);
});

const UNIT = "./systemd/lathe.service";

Deno.test("the systemd unit runs under a separate user, and stops in time", async () => {
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
      // The program is not installed on this machine, so its path is replaced. The rest of the unit is checked
      // unchanged.
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

Deno.test("deno task start and the bench run the program with the flags it is shipped with", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(at("../deno.json")));
  const variables = Object.entries(RUN_ENV).map(([name, value]) => `${name}=${value}`).join(" ");
  ok(tasks.start.command.includes(`${variables} deno run -A --v8-flags=${V8_FLAGS} `), tasks.start.command);
  ok(tasks.bench.command.includes(` --v8-flags=${V8_FLAGS} `), tasks.bench.command);
});

Deno.test("the steps of the Dockerfile are read as Docker reads them", async () => {
  const stages = readStages(await Deno.readTextFile(at("./docker/Dockerfile")));
  same(stages.map(({ name, image }) => [name, image]), [
    ["build", "debian:trixie-slim"],
    [undefined, "debian:trixie-slim"],
  ]);
  const last = stages[1];
  same([last?.entrypoint, last?.command, last?.volumes], [["/usr/local/bin/entrypoint.sh"], ["serve"], ["/config"]]);
  same([last?.env["SERVICE_CONFIG_DIR"], last?.env["XDG_DATA_HOME"]], ["/config", "/config/cache/runtime"]);
  const install = last?.steps.find(({ step }) => step.kind === "run");
  ok(install?.env["OCR_PACKAGES"]?.startsWith("tesseract-ocr-eng tesseract-ocr-deu"), "arguments reach RUN");
  ok(install?.step.kind === "run" && !install.step.command.includes("\\\n"), "lines are joined");
  same(last?.steps.filter(({ step }) => step.kind === "copy").map(({ step }) => step), [
    {
      ...{ kind: "copy", from: "build", mode: "755", sources: ["/src/dist/lathe"] },
      target: "/usr/local/bin/lathe",
    },
    {
      ...{ kind: "copy", from: undefined, mode: "755", sources: ["build/docker/entrypoint.sh"] },
      target: "/usr/local/bin/entrypoint.sh",
    },
    {
      ...{ kind: "copy", from: undefined, mode: "755", sources: ["build/docker/build-makemkv.sh"] },
      target: "/usr/local/bin/build-makemkv",
    },
  ]);
});

Deno.test("an instruction that the image root cannot carry out is refused", () => {
  throws(() => readStages("FROM debian:trixie-slim\nADD https://example.com/x /x\n"), /ADD is not supported/);
});
