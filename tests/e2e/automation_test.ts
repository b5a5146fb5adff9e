import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import type { Job } from "../../lib/jobs/schema.ts";
import { isFinished } from "../../lib/jobs/states.ts";
import type { ReleaseSearch, SmartSearch } from "../../lib/library/search_model.ts";
import { generateMovies } from "../fakes/arr/data.ts";
import { startRadarr } from "../fakes/arr/radarr.ts";
import { Clock } from "../fakes/arr/shared/clock.ts";
import { asker, rows } from "../fakes/arr/testing.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { api, type RunningService, startService } from "../kit/service.ts";

/** The complete workflow for a movie with the real program, real files and real ffmpeg. Only Radarr is a fake. */

/** Speed of the fake's clock, so that downloads and commands take seconds instead of minutes. */
const SPEED = 30;

async function world() {
  const folder = await Deno.makeTempDir({ prefix: "lathe-automation-" });
  const root = `${folder}/movies`;
  await Deno.mkdir(root);
  const clip = `${folder}/clip.mkv`;
  await makeSmallClip(clip, { seconds: 3 });
  const titles = ["The Copper Lantern", "A Winter Ledger", "North of Nowhere"];
  const movies = generateMovies({ count: 3, root, missingShare: 1 }).map((movie, i) => {
    const title = titles[i] ?? movie.title;
    return { ...movie, title, path: `/films/${title} (${movie.year})` };
  });
  const clock = new Clock({ speed: SPEED });
  const radarr = await startRadarr({ root, remoteRoot: "/films/", files: clip, clock, movies });
  const service = await startService();
  const ask = async <T>(path: string, body?: unknown, method?: string): Promise<T> => {
    const answer = await api<T>(service, path, { body, method });
    ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { id: profileId } = await ask<{ id: string }>("/api/profiles", {
    name: "Quick",
    video: { encoder: "libx264", quality: 40, preset: "ultrafast", pixelFormat: "yuv420p" },
    output: { replaceOriginal: true, keepOriginalDays: 1 },
  });
  await ask("/api/settings", {
    connections: { movie: { enabled: true, url: radarr.url, apiKey: radarr.key } },
    pathMappings: [{ remote: "/films", local: root, app: "movie" }],
    pollIntervalSeconds: 5,
    defaultProfiles: { movie: profileId },
  }, "PUT");
  radarr.connect(`${service.url}/api/webhook/radarr`);
  await ask("/api/library/movies/refresh", {});
  return {
    radarr,
    service,
    profileId,
    movies,
    ask,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await radarr[Symbol.asyncDispose]();
      await clock.stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Follows the event stream until a job satisfies the condition. */
async function until(service: RunningService, wished: (job: Job) => boolean): Promise<Job> {
  const stop = new AbortController();
  const response = await fetch(`${service.url}/api/events`, { signal: stop.signal });
  const known = (await api<{ items: Job[] }>(service, "/api/jobs")).body.items.find(wished);
  try {
    if (known !== undefined) return known;
    let text = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const messages = text.split("\n\n");
      text = messages.pop() ?? "";
      for (const message of messages) {
        const data = message.match(/^data: ?(.*)$/m)?.[1];
        const job = data === undefined ? undefined : (JSON.parse(data) as { job?: Job }).job;
        if (job !== undefined && wished(job)) return job;
      }
    }
    throw new Error("The stream ended.");
  } finally {
    stop.abort();
    await response.body?.cancel().catch(() => {});
  }
}

const automationTest = (name: string, fn: () => Promise<void>): void =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

automationTest("a movie is searched, grabbed, imported, encoded and imported again by Radarr", async () => {
  await using it = await world();
  const { ask, service, radarr, profileId } = it;
  const { library, query } = await ask<SmartSearch>("/api/search/smart?q=coper%20lantern%201080p%20remux");
  const [film] = library;
  same([film?.title, film?.library?.hasFile, query.wants.resolution, query.wants.category], [
    "The Copper Lantern",
    false,
    "1080p",
    "remux",
  ]);
  const arrId = film?.arrId ?? 0;
  const { releases } = await ask<ReleaseSearch>(`/api/search/releases?arr=radarr&arrId=${arrId}`);
  const release = releases.find(({ isRemux, approved, isDisc }) => isRemux && approved && !isDisc);
  ok(release, "expected an approved remux among the releases");
  const { job } = await ask<{ job: Job }>("/api/search/grab", { release, profileId, title: film?.title, arrId });
  is(job.status, "waiting");
  const done = await until(service, ({ id, status }) => id === job.id && isFinished(status));
  same([done.status, done.error, done.trigger], ["done", undefined, "grab"]);
  const told = await until(
    service,
    ({ id, message }) => id === job.id && message !== undefined && /Radarr/.test(message),
  );
  is(told.message, "Radarr has the new file");

  const [held] = rows(await asker(radarr, "v3")("GET", `/moviefile?movieId=${arrId}`));
  is(held?.size, (await Deno.stat(done.outputPath ?? "")).size);
  const movie = await ask<{ file?: { localPath: string; visible: boolean } }>(`/api/library/movies/${arrId}`);
  same([movie.file?.localPath, movie.file?.visible], [done.outputPath, true]);
});

automationTest("slow: an import that Radarr reports is encoded once, and never again", async () => {
  await using it = await world();
  const { ask, service, radarr } = it;
  await ask("/api/settings", { auto: { enabled: true } }, "PUT");
  const first = await ask<{ baseline?: number; queued: unknown[] }>("/api/auto/scan", {});
  same([first.baseline, first.queued], [0, []]);

  const v3 = asker(radarr, "v3");
  const offer = rows(await v3("GET", "/release?movieId=2")).find(({ title, downloadAllowed }) =>
    downloadAllowed === true && /remux/i.test(String(title))
  );
  await v3("POST", "/release", { guid: offer?.guid, indexerId: offer?.indexerId });
  const done = await until(service, ({ trigger, status }) => trigger === "auto" && isFinished(status));
  same([done.status, done.error, done.labels], ["done", undefined, ["Auto"]]);
  await until(service, ({ id, message, warnings }) => id === done.id && (message !== undefined || warnings.length > 0));

  for (let i = 0; i < 2; i++) {
    const again = await ask<{ queued: unknown[]; found: number }>("/api/auto/scan", {});
    same(again.queued, []);
  }
  const { total } = await ask<{ total: number }>("/api/jobs");
  is(total, 1);
});
