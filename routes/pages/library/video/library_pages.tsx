import type { Context } from "hono";
import type { VNode } from "preact";
import { autoStatus } from "../../../data/auto_status.ts";
import { drawing } from "../../../http/draw.ts";
import { type AppEnv, router } from "../../../http/router.ts";
import type { Services } from "../../../services/services.ts";
import { resultOf } from "../../../../lib/library/auto/result.ts";
import { AutoPage } from "../auto.tsx";
import { ListPage } from "../list/list_page.tsx";
import { NoTitles } from "../list/no_titles.tsx";
import { listData, listNames, listPiece } from "../list/list_routes.tsx";
import { RefreshForm, StaleNote } from "./library_parts.tsx";
import { languageFields, movieList, seriesList } from "./video_lists.tsx";
import { profileChoices } from "../../../data/profile_choices.ts";
import { titlePages } from "./title/title_pages.tsx";
import { MappingsPage } from "../../platform/settings/settings_mappings.tsx";
import { LIST_KINDS, type ListKind } from "../../../../lib/library/lists/model.ts";
import { Fault } from "../../../../lib/kit/fault.ts";

/** Pages for movies and series. Each calls the JSON API and renders the response. */
export function libraryPages(services: Services) {
  const { page, fragment } = drawing(services);
  const app = router();
  app.get("/movies", async (c) => page(c, await listPage(services, c, "movies")));
  app.get("/series", async (c) => page(c, await listPage(services, c, "series")));
  app.get("/movies/items", async (c) => fragment(c, await listPiece(c, movieList(services))));
  app.get("/series/items", async (c) => fragment(c, await listPiece(c, seriesList(services))));
  app.get("/movies/names", (c) => listNames(c, movieList(services)));
  app.get("/series/names", (c) => listNames(c, seriesList(services)));
  app.route("/", viewPages(services));
  app.route("/", titlePages(services));
  app.get("/settings/mappings", async (c) => page(c, await mappingsPage(services, c)));
  app.get("/auto", async (c) => page(c, await autoPage(services, c)));
  return app;
}

type LibraryKind = "movies" | "series";

const LISTS = { movies: movieList, series: seriesList } as const;
const APPS = { movies: "Radarr", series: "Sonarr" } as const;
const CONNECTIONS = { movies: "movie", series: "series" } as const;

async function listPage(services: Services, c: Context<AppEnv>, kind: LibraryKind): Promise<VNode> {
  const { library, settings, clock } = services;
  const { connections, defaultProfiles: { movie, tv } } = settings.current();
  const data = await listData(services, c, LISTS[kind](services, c.req.query()), async () => {
    const [choice, languages] = await Promise.all([
      profileChoices(services, kind === "movies" ? movie : tv),
      library.languages(kind === "movies" ? "movie" : "series"),
    ]);
    return { choice, fields: languageFields(languages) };
  });
  const { list, state } = data;
  return (
    <ListPage
      data={data}
      actions={<RefreshForm action={`/api/library/${kind}/refresh`} then={`/${kind}`} />}
      empty={<NoTitles list={list} state={state} app={APPS[kind]} connected={connections[CONNECTIONS[kind]].enabled} />}
    >
      {state && <StaleNote state={state} now={clock.now()} />}
    </ListPage>
  );
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
      status={await autoStatus(services)}
      saved={(await reports.savings()).byTrigger.find(({ trigger }) => trigger === "auto")}
      preview={preview && { ...preview, line: resultOf(preview) }}
      webhooks={["radarr", "sonarr"].map((app) => `${root}/api/webhook/${app}`)}
      now={clock.now()}
    />
  );
}

const PATHS: Record<ListKind, string> = {
  movies: "/movies",
  series: "/series",
  artists: "/music",
  albums: "/music/albums",
  local: "/local",
};

/** Routes that redirect each saved view to its list. */
function viewPages({ views, instance }: Pick<Services, "views" | "instance">) {
  const app = router();
  app.get("/views", (c) => {
    const kind = LIST_KINDS.find((one) => one === c.req.query("kind")) ?? "movies";
    return c.redirect(instance.urlBase + PATHS[kind], 303);
  });
  app.get("/views/:id", async (c) => {
    const view = (await views.list()).find(({ id }) => id === c.req.param("id"));
    if (view === undefined) throw new Fault("not_found", "This view no longer exists.");
    const query = new URLSearchParams(view.query).toString();
    return c.redirect(`${instance.urlBase}${PATHS[view.kind]}${query === "" ? "" : `?${query}`}`, 303);
  });
  return app;
}
