/** Measures reading a Radarr with 30,000 movies in one response. `deno run -A tests/bench/managers.ts`. */
import { cpuUsage } from "node:process";
import { openApp } from "../fixtures/app.ts";
import { type Figure, runSuite } from "./report.ts";

const FILMS = 30_000;
/** Number of alternative titles that pad a movie to its size in Radarr's response. */
const OTHER_TITLES = 40;
const MAX_GROWTH_MB = 60;
const MAX_HOLD_MS = 50;
const MAX_MS = 120_000;

const child = `
const others = Array.from({ length: ${OTHER_TITLES} }, (_, i) => ({ sourceType: "tmdb", movieMetadataId: i, title: "Another title of the film, number " + i, id: i }));
const film = (id) => ({
  id, title: "Film " + id, sortTitle: "film " + id, year: 1950 + id % 70, tmdbId: id, path: "/movies/Film " + id, monitored: true,
  hasFile: true, added: "2024-05-01T10:00:00Z", sizeOnDisk: 1e9 + id, overview: "A story. ".repeat(50),
  images: [{ coverType: "poster", url: "/MediaCover/1/poster.jpg", remoteUrl: "https://image.tmdb.org/t/p/" + id + ".jpg" }],
  alternateTitles: others, genres: ["Drama"], ratings: { imdb: { votes: 1, value: 7.4 } },
  movieFile: { id: 50000 + id, movieId: id, path: "/movies/Film " + id + "/Film.mkv", size: 1e9 + id,
    quality: { quality: { id: 31, name: "Remux-2160p", source: "bluray", resolution: 2160, modifier: "remux" } }, languages: [{ id: 1, name: "English" }] },
});
const encoder = new TextEncoder();
Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: ({ port }) => console.log(port) }, (request) => {
  const { pathname } = new URL(request.url);
  if (!pathname.endsWith("/movie")) return Response.json([]);
  return new Response(ReadableStream.from((function* () {
    for (let id = 1; id <= ${FILMS}; id++) yield encoder.encode((id === 1 ? "[" : ",") + JSON.stringify(film(id)));
    yield encoder.encode("]");
  })()), { headers: { "Content-Type": "application/json" } });
});`;

/** Measures the memory for reading a very large library, and the time for which the reading blocks the event loop. */
export async function measureManagers(): Promise<Figure[]> {
  const script = await Deno.makeTempFile({ suffix: ".js" });
  await Deno.writeTextFile(script, child);
  // The server runs in a separate process, so that its memory and pauses are not measured.
  const radarr = new Deno.Command(Deno.execPath(), { args: ["run", "-A", script], stdout: "piped" }).spawn();
  try {
    const { value } = await radarr.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
    await using app = await openApp();
    await app.instance.settings.update({
      connections: { movie: { enabled: true, url: `http://127.0.0.1:${Number(value)}`, apiKey: "k" } },
    });
    const first = await watched(() => app.instance.library.refresh("movie"));
    const again = await watched(() => app.instance.library.refresh("movie"));
    const { total } = await app.instance.library.movies({ filter: "all", sort: "title", order: "asc", limit: 1 });
    if (total !== FILMS) throw new Error(`${total} films of ${FILMS} arrived.`);
    return ([["first reading", first], ["nothing new", again]] as const).flatMap(([name, { ms, growthMb, holdMs }]) => [
      { name: `${FILMS} films, ${name}`, value: ms, unit: "ms", limit: MAX_MS },
      { name: `${FILMS} films, ${name}, memory`, value: growthMb, unit: "MB", limit: MAX_GROWTH_MB },
      { name: `${FILMS} films, ${name}, main thread held`, value: holdMs, unit: "ms", limit: MAX_HOLD_MS },
    ]);
  } finally {
    radarr.kill("SIGKILL");
    await radarr.status;
    await Deno.remove(script);
  }
}

/** Measures the duration of `work`, the memory growth, and the longest block of the event loop. */
async function watched(work: () => Promise<unknown>): Promise<{ ms: number; growthMb: number; holdMs: number }> {
  const before = Deno.memoryUsage().rss;
  const started = performance.now();
  let most = before;
  let holdMs = 0;
  let last = performance.now();
  let used = cpuUsage();
  const timer = setInterval(() => {
    const now = performance.now();
    const { user, system } = cpuUsage(used);
    // The pause is limited to the CPU time of this process, because other programs may have used the processor.
    holdMs = Math.max(holdMs, Math.min(now - last - 5, (user + system) / 1000));
    most = Math.max(most, Deno.memoryUsage().rss);
    [last, used] = [now, cpuUsage()];
  }, 5);
  await work();
  clearInterval(timer);
  return { ms: performance.now() - started, growthMb: (most - before) / 1e6, holdMs };
}

if (import.meta.main) Deno.exit(await runSuite("managers", measureManagers) === 0 ? 0 : 1);
