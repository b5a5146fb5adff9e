import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Job } from "../../lib/jobs/schema.ts";
import { VERSION } from "../../lib/kit/version.ts";
import { startRadarr } from "../../tests/fakes/arr/radarr.ts";
import { startNotifyServer } from "../../tests/fakes/notify_server.ts";
import { makeSmallClip } from "../../tests/kit/clips.ts";
import { finished } from "../../tests/kit/jobs.ts";
import { api, startService } from "../../tests/kit/service.ts";

/** Tests the self-extracting executable as a user would use it. It is built only once. */

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

const entries = async (folder: string) => (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
const modeOf = async (path: string) => ((await Deno.stat(path)).mode ?? 0) & 0o777;

Deno.test("slow: the self-extracting executable", async (t) => {
  const folder = await Deno.makeTempDir({ prefix: "lathe-compile-" });
  const lathe = join(folder, "bin", "lathe");
  const empty = join(folder, "empty");
  const at = (name: string) => join(folder, name);
  await Deno.mkdir(empty);
  try {
    const compile = fileURLToPath(new URL("./compile.ts", import.meta.url));
    const built = await run(Deno.execPath(), ["run", "-A", compile, "--self-extracting", "--out", lathe]);
    is(built.code, 0, built.stderr);

    await t.step("a second build of the same sources is equal byte for byte", async () => {
      const again = at("again");
      is((await run(Deno.execPath(), ["run", "-A", compile, "--self-extracting", "--out", again])).code, 0);
      const hashes = await run("sha256sum", [lathe, again]);
      is(new Set(hashes.stdout.split("\n").map((line) => line.split(" ")[0])).size, 1, hashes.stdout);
      await Deno.remove(again);
    });

    await t.step("two simultaneous first starts both work, unpack once, and keep it private", async () => {
      const env = { HOME: at("racing"), XDG_CACHE_HOME: "" };
      await Deno.mkdir(env.HOME);
      const both = await Promise.all([1, 2].map(() => run(lathe, ["--version"], { env, cwd: empty })));
      same(both.map(({ code, stdout }) => [code, stdout]), [[0, VERSION], [0, VERSION]]);
      const runtime = join(env.HOME, ".cache", "lathe", "runtime");
      const [id = "", ...rest] = await entries(runtime);
      same(rest, []);
      ok(id.startsWith(`${VERSION}-`));
      is(await modeOf(runtime), 0o700);
      is(await modeOf(join(runtime, id)), 0o700);
      is((await entries(join(runtime, id))).some((name) => name.startsWith(".unpack")), false);
    });

    await t.step("a start reads only the parts of the program that it needs", async () => {
      const runtime = join(at("racing"), ".cache", "lathe", "runtime");
      const program = join(runtime, (await entries(runtime))[0] ?? "", "app");
      const args = ["info", "--json", "--no-config", "--no-lock", join(program, "main.js")];
      const { modules } = JSON.parse((await run(Deno.execPath(), args)).stdout) as { modules: { size?: number }[] };
      const read = modules.reduce((sum, { size = 0 }) => sum + size, 0);
      const parts = (await entries(program)).filter((name) => name.endsWith(".js"));
      const sizes = await Promise.all(parts.map((name) => Deno.stat(join(program, name))));
      const all = sizes.reduce((sum, { size }) => sum + size, 0);
      ok(read > 0 && read < all / 10, `${read} of ${all} bytes`);
    });

    await t.step("a start that is killed while it unpacks leaves nothing the next one trusts", async () => {
      const env = { HOME: at("killed"), XDG_CACHE_HOME: "" };
      const runtime = join(env.HOME, ".cache", "lathe", "runtime");
      await Deno.mkdir(runtime, { recursive: true });
      const child = new Deno.Command(lathe, { args: ["--version"], env, stdout: "null", stderr: "null" }).spawn();
      const watcher = Deno.watchFs(runtime);
      for await (const event of watcher) if (event.paths.some((path) => path.includes(".unpack."))) break;
      child.kill("SIGKILL");
      await child.status;
      same((await entries(runtime)).filter((name) => !name.startsWith(".unpack.")), []);
      const next = await run(lathe, ["--version"], { env, cwd: empty });
      same([next.code, next.stdout], [0, VERSION]);
    });

    await t.step("a home that cannot be written is no obstacle once a config folder is named", async () => {
      const env = { HOME: "/proc/nowhere", XDG_CACHE_HOME: "" };
      const refused = await run(lathe, ["--version"], { env, cwd: empty });
      is(refused.code, 1);
      match(refused.stderr, /name a config folder with --config/);
      const told = await run(lathe, ["profiles", "--config", at("config")], { env, cwd: empty });
      is(told.code, 0, told.stderr);
      match(told.stdout, /^builtin-web-mp4 /m);
    });

    await t.step(
      "it serves, encodes and restores from an empty folder and a read-only place, and unpacks only once",
      async () => {
        const clip = at("Clip (2020).mkv");
        await makeSmallClip(clip, { seconds: 1 });
        await Deno.chmod(lathe, 0o555);
        await Deno.chmod(join(folder, "bin"), 0o555);
        const options = { configDir: at("config"), command: [lathe], env: { HOME: "/proc/nowhere" } };
        const runtime = join(options.configDir, "cache", "runtime");
        const unpackedAt = async () => {
          const [id = ""] = await entries(runtime);
          return (await Deno.stat(join(runtime, id, "complete"))).mtime?.getTime();
        };
        const first = await unpackedAt();
        {
          await using service = await startService(options);
          const page = await (await fetch(`${service.url}/`)).text();
          const [, style = ""] = page.match(/href="([^"]+\.css)"/) ?? [];
          is((await api(service, "/api/health")).status, 200);
          const sheet = await fetch(service.url + style);
          is(sheet.status, 200);
          await sheet.body?.cancel();
          const { body } = await api<Job>(service, "/api/jobs", {
            body: { profileId: "builtin-web-mp4", source: { localPath: clip } },
          });
          const job = await finished(service, body.id, 120_000);
          is(job.status, "done", job.error ?? "");
          const taken = await api<{ name: string }>(service, "/api/system/backups", { method: "POST" });
          const put = await api(service, `/api/system/backups/${taken.body.name}/restore`, { method: "POST" });
          is(put.status, 200);
          is(await service.stop(), 0);
        }
        await using again = await startService(options);
        const { body } = await api<{ items: Job[] }>(again, "/api/jobs");
        same(body.items.map(({ status }) => status), ["done"]);
        is(await unpackedAt(), first);
        same(await entries(join(folder, "bin")), ["lathe"]);
      },
    );

    await t.step("the service sends requests to other servers", async () => {
      await using radarr = await startRadarr();
      await using targets = await startNotifyServer();
      await using service = await startService({ configDir: at("config"), command: [lathe] });
      const asked = await api<{ ok: boolean }>(service, "/api/settings/test/movie", {
        body: { url: radarr.url, apiKey: radarr.key },
      });
      is(asked.body.ok, true, JSON.stringify(asked.body));
      const target = { kind: "webhook", url: `${targets.url}/hook` };
      const sent = await api<{ ok: boolean; detail: string }>(service, "/api/notifications/test", { body: target });
      is(sent.body.ok, true, JSON.stringify(sent.body));
      same(targets.received.map(({ kind, status }) => [kind, status]), [["webhook", 202]]);
    });

    await t.step("the command line encodes a file and prints the path of the result", async () => {
      const clip = at("Second (2021).mkv");
      await makeSmallClip(clip, { seconds: 1 });
      const args = ["encode", clip, "--profile", "builtin-web-mp4", "--out", at("out"), "--config", at("config")];
      const { code, stdout, stderr } = await run(lathe, args, { env: { HOME: "/proc/nowhere" }, cwd: empty });
      is(code, 0, stderr);
      match(stdout, /out\/Second \(2021\)[^/]*\.mp4 /);
      is((await entries(at("out"))).length, 1);
    });
    same(await entries(empty), []);
  } finally {
    await Deno.chmod(join(folder, "bin"), 0o755).catch(() => {});
    await Deno.remove(folder, { recursive: true });
  }
});
