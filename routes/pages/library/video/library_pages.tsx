import type { Context } from "hono";
import type { VNode } from "preact";
import { LibraryQuery } from "../../../../lib/library/video/model.ts";
import { Fault } from "../../../../lib/kit/fault.ts";
import { autoStatusOf } from "../../../api/library/auto.ts";
import { drawing } from "../../../http/draw.ts";
import { type AppEnv, router } from "../../../http/router.ts";
import type { Services } from "../../../services.ts";
import { resultOf } from "../../../../lib/library/auto/result.ts";
import { AutoPage } from "../auto.tsx";
import { LibraryListPage } from "./library_list.tsx";
import { SeriesPage } from "./library_series.tsx";
import { MoviePage } from "./library_title.tsx";
import { MappingsPage } from "../../platform/settings/settings_mappings.tsx";

/** The pages of films and series: each makes the calls of the JSON API and draws the answer. */
export function libraryPages(services: Services) {
  const { page } = drawing(services);
  const app = router();
  app.get("/movies", async (c) => page(c, await listPage(services, c, "movies")));
  app.get("/series", async (c) => page(c, await listPage(services, c, "series")));
  app.get("/movies/:id", async (c) => page(c, await moviePage(services, idOf(c))));
  app.get("/series/:id", async (c) => page(c, await seriesPage(services, idOf(c))));
  app.get("/settings/mappings", async (c) => page(c, await mappingsPage(services, c)));
  app.get("/auto", async (c) => page(c, await autoPage(services, c)));
  return app;
}

async function listPage(services: Services, c: Context<AppEnv>, kind: "movies" | "series"): Promise<VNode> {
  const { library, settings, clock } = services;
  // An empty field of the form means that nothing is asked for.
  const asked = Object.fromEntries(Object.entries(c.req.query()).filter(([, value]) => value !== ""));
  const query = LibraryQuery.catch(LibraryQuery.parse({})).parse(asked);
  const { movie, tv } = settings.current().defaultProfiles;
  const [page, choice] = await Promise.all([
    kind === "movies" ? library.movies(query) : library.series(query),
    profileChoices(services, kind === "movies" ? movie : tv),
  ]);
  const view = asked.view === "table" ? "table" : "posters";
  return <LibraryListPage kind={kind} page={page} query={query} view={view} {...choice} now={clock.now()} />;
}

/** The profiles to encode with, and which is chosen. */
async function profileChoices({ profiles }: Services, defaultProfileId: string) {
  const [plain, smart] = await Promise.all([profiles.list(), profiles.smart.list()]);
  return { profiles: [...smart, ...plain], defaultProfileId };
}

function idOf(c: Context<AppEnv>): number {
  const id = Number(c.req.param("id"));
  if (!Number.isSafeInteger(id) || id < 1) throw new Fault("not_found", "There is no such title.");
  return id;
}

async function moviePage(services: Services, id: number): Promise<VNode> {
  const { library, settings, clock } = services;
  const movie = await library.movie(id);
  const { defaultProfiles } = settings.current();
  const [state, choice] = await Promise.all([
    library.state("movie"),
    profileChoices(services, movie.anime ? defaultProfiles.anime : defaultProfiles.movie),
  ]);
  return <MoviePage movie={movie} state={state} now={clock.now()} {...choice} />;
}

async function seriesPage(services: Services, id: number): Promise<VNode> {
  const { library, settings, clock } = services;
  const [series, episodes, state] = await Promise.all([
    library.oneSeries(id),
    library.episodes(id),
    library.state("series"),
  ]);
  const { tv, anime } = settings.current().defaultProfiles;
  const choice = await profileChoices(services, series.seriesType === "anime" ? anime : tv);
  return <SeriesPage series={series} episodes={episodes} state={state} now={clock.now()} {...choice} />;
}

async function mappingsPage({ mappings, settings }: Services, c: Context<AppEnv>): Promise<VNode> {
  const find = c.req.query("find") === "1" ? await mappings.find({ signal: c.req.raw.signal }) : undefined;
  const { pathMappings } = settings.current();
  return <MappingsPage mappings={pathMappings} unseen={find?.unseen ?? await mappings.unseen()} find={find} />;
}

async function autoPage(services: Services, c: Context<AppEnv>): Promise<VNode> {
  const { auto, reports, settings, instance, clock } = services;
  const { applicationUrl } = settings.current().general.host;
  const root = applicationUrl.replace(/\/+$/, "") || new URL(c.req.raw.url).origin + instance.urlBase;
  const preview = c.req.query("preview") === "1" ? await auto.scan("manual", { dryRun: true }) : undefined;
  return (
    <AutoPage
      status={await autoStatusOf(services)}
      saved={(await reports.savings()).byTrigger.find(({ trigger }) => trigger === "auto")}
      preview={preview && { ...preview, line: resultOf(preview) }}
      webhooks={["radarr", "sonarr"].map((app) => `${root}/api/webhook/${app}`)}
      now={clock.now()}
    />
  );
}
