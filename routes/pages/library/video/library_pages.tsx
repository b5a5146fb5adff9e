import type { Context } from "hono";
import { LibraryQuery } from "../../../../lib/library/video/model.ts";
import { Fault } from "../../../../lib/kit/fault.ts";
import { renderView } from "../../../../lib/ui/render.tsx";
import { autoStatusOf } from "../../../api/library/auto.ts";
import { type AppEnv, router } from "../../../http/router.ts";
import type { Services } from "../../../services.ts";
import { viewOf } from "../../../http/view.ts";
import { resultOf } from "../../../../lib/library/auto/result.ts";
import { AutoPage } from "../auto.tsx";
import { LibraryListPage } from "./library_list.tsx";
import { SeriesPage } from "./library_series.tsx";
import { MoviePage } from "./library_title.tsx";
import { MappingsPage } from "../../platform/settings/settings_mappings.tsx";

/** The pages of films and series: each makes the calls of the JSON API and draws the answer. */
export function libraryPages(services: Services) {
  const { library, profiles, settings, clock, auto, mappings, reports } = services;
  const draw = (c: Context<AppEnv>, node: Parameters<typeof renderView>[1]) =>
    c.html("<!doctype html>" + renderView(viewOf(c, services), node));

  async function list(c: Context<AppEnv>, kind: "movies" | "series") {
    // An empty field of the form means that nothing is asked for.
    const asked = Object.fromEntries(Object.entries(c.req.query()).filter(([, value]) => value !== ""));
    const query = LibraryQuery.catch(LibraryQuery.parse({})).parse(asked);
    const { movie, tv } = settings.current().defaultProfiles;
    const [page, choice] = await Promise.all([
      kind === "movies" ? library.movies(query) : library.series(query),
      choices(kind === "movies" ? movie : tv),
    ]);
    return draw(
      c,
      <LibraryListPage
        kind={kind}
        page={page}
        query={query}
        view={asked.view === "table" ? "table" : "posters"}
        {...choice}
        now={clock.now()}
      />,
    );
  }

  const choices = async (defaultProfileId: string) => {
    const [plain, smart] = await Promise.all([profiles.list(), profiles.smart.list()]);
    return { profiles: [...smart, ...plain], defaultProfileId };
  };

  const idOf = (c: Context<AppEnv>): number => {
    const id = Number(c.req.param("id"));
    if (!Number.isSafeInteger(id) || id < 1) throw new Fault("not_found", "There is no such title.");
    return id;
  };

  const app = router();
  app.get("/movies", (c) => list(c, "movies"));
  app.get("/series", (c) => list(c, "series"));
  app.get("/movies/:id", async (c) => {
    const movie = await library.movie(idOf(c));
    const { defaultProfiles } = settings.current();
    const [state, choice] = await Promise.all([
      library.state("movie"),
      choices(movie.anime ? defaultProfiles.anime : defaultProfiles.movie),
    ]);
    return draw(c, <MoviePage movie={movie} state={state} now={clock.now()} {...choice} />);
  });
  app.get("/series/:id", async (c) => {
    const id = idOf(c);
    const [series, episodes, state] = await Promise.all([
      library.oneSeries(id),
      library.episodes(id),
      library.state("series"),
    ]);
    const { tv, anime } = settings.current().defaultProfiles;
    const choice = await choices(series.seriesType === "anime" ? anime : tv);
    return draw(
      c,
      <SeriesPage series={series} episodes={episodes} state={state} now={clock.now()} {...choice} />,
    );
  });
  app.get("/settings/mappings", async (c) => {
    const find = c.req.query("find") === "1" ? await mappings.find({ signal: c.req.raw.signal }) : undefined;
    return draw(
      c,
      <MappingsPage
        mappings={settings.current().pathMappings}
        unseen={find?.unseen ?? await mappings.unseen()}
        find={find}
      />,
    );
  });
  app.get("/auto", async (c) => {
    const { applicationUrl } = settings.current().general.host;
    const root = applicationUrl.replace(/\/+$/, "") || new URL(c.req.raw.url).origin + services.instance.urlBase;
    const preview = c.req.query("preview") === "1" ? await auto.scan("manual", { dryRun: true }) : undefined;
    return draw(
      c,
      <AutoPage
        status={await autoStatusOf(services)}
        saved={(await reports.savings()).byTrigger.find(({ trigger }) => trigger === "auto")}
        preview={preview && { ...preview, line: resultOf(preview) }}
        webhooks={["radarr", "sonarr"].map((app) => `${root}/api/webhook/${app}`)}
        now={clock.now()}
      />,
    );
  });
  return app;
}
