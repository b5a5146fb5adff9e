import type { Context } from "hono";
import type { VNode } from "preact";
import { isAnimeSeries } from "../../../../../lib/library/video/anime_marks.ts";
import { Fault } from "../../../../../lib/kit/fault.ts";
import { drawing } from "../../../../http/draw.ts";
import { type AppEnv, router } from "../../../../http/router.ts";
import type { Services } from "../../../../services/services.ts";
import { encodeData } from "../../../encode/offers/encode_data.ts";
import { sourceOf } from "../library_parts.tsx";
import { SeriesPage } from "../library_series.tsx";
import { MoviePage } from "../library_title.tsx";
import { profileChoices } from "../../../../data/profile_choices.ts";
import { MovieOffers, type MovieOffersData, MovieOffersPage } from "./movie_offers.tsx";
import { seasonsOf } from "./seasons.ts";
import { type SeriesScope, SeriesTotals, seriesTotals, SeriesTotalsPage } from "./series_totals.tsx";
import { jobsOfTitle, TitleHistory, TitleHistoryPage } from "./title_history.tsx";

/**
 * Pages of one movie and one series. Content that requires opening files has a separate URL and loads after the page.
 */
export function titlePages(services: Services) {
  const { page, fragment } = drawing(services);
  const app = router();
  app.get("/movies/:id", async (c) => page(c, await moviePage(services, idOf(c))));
  app.get("/movies/:id/profiles", async (c) => {
    const offers = await movieOffers(services, idOf(c));
    return isPart(c) ? fragment(c, <MovieOffers {...offers} />) : page(c, <MovieOffersPage {...offers} />);
  });
  app.get("/series/:id", async (c) => page(c, await seriesPage(services, idOf(c))));
  app.get("/series/:id/totals", async (c) => {
    const id = idOf(c);
    const scope = scopeOf(c);
    if (isPart(c)) {
      // An unknown series is reported before its files are read.
      await services.library.oneSeries(id);
      return fragment(c, <SeriesTotals {...await seriesTotals(services, id, scope)} />);
    }
    const [series, episodes] = await Promise.all([services.library.oneSeries(id), services.library.episodes(id)]);
    const data = await seriesTotals(services, id, scope);
    return page(c, <SeriesTotalsPage {...{ series, data, scope }} seasons={seasonsOf(episodes)} />);
  });
  for (const kind of ["movies", "series"] as const) {
    app.get(`/${kind}/:id/history`, async (c) => {
      const id = idOf(c);
      const { title } = await (kind === "movies" ? services.library.movie(id) : services.library.oneSeries(id));
      const data = { ...await jobsOfTitle(services, kind, id), title, now: services.clock.now() };
      return isPart(c)
        ? fragment(c, <TitleHistory {...data} />)
        : page(c, <TitleHistoryPage {...data} kind={kind} id={id} />);
    });
  }
  return app;
}

/** True if a script on the page requests only the fragment. */
const isPart = (c: Context<AppEnv>): boolean => c.req.header("HX-Request") !== undefined;

function idOf(c: Context<AppEnv>): number {
  const id = Number(c.req.param("id"));
  if (!Number.isSafeInteger(id) || id < 1) throw new Fault("not_found", "Title not found.");
  return id;
}

function scopeOf(c: Context<AppEnv>): SeriesScope {
  const { season = "", remuxOnly } = c.req.query();
  return { season: /^\d{1,4}$/.test(season) ? Number(season) : undefined, remuxOnly: remuxOnly === "1" };
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

/** Returns the offers for a movie's file. Throws `not_found` for a movie without a file. */
async function movieOffers(services: Services, id: number): Promise<MovieOffersData> {
  const { title, file } = await services.library.movie(id);
  if (file === undefined) throw new Fault("not_found", `${title} has no file on disk.`);
  const data = await encodeData(services, { paths: [file.localPath], audioOnly: false });
  return { id, title, data, source: sourceOf("movies", file) };
}

async function seriesPage(services: Services, id: number): Promise<VNode> {
  const { library, settings, clock } = services;
  const [series, episodes, state] = await Promise.all([
    library.oneSeries(id),
    library.episodes(id),
    library.state("series"),
  ]);
  const { tv, anime } = settings.current().defaultProfiles;
  const choice = await profileChoices(services, isAnimeSeries(series) ? anime : tv);
  return <SeriesPage {...{ series, episodes, state }} now={clock.now()} {...choice} />;
}
