import type { Context } from "hono";
import type { VNode } from "preact";
import { autoStatusOf } from "../../../api/library/auto.ts";
import { drawing } from "../../../http/draw.ts";
import { type AppEnv, router } from "../../../http/router.ts";
import type { Services } from "../../../services.ts";
import { resultOf } from "../../../../lib/library/auto/result.ts";
import { AutoPage } from "../auto.tsx";
import { LibraryItems } from "./library_items.tsx";
import { LibraryListPage } from "./library_list.tsx";
import type { LibraryPageKind } from "./library_parts.tsx";
import { listAddress, readList } from "./list_query.ts";
import { profileChoices } from "./profile_choices.ts";
import { titlePages } from "./title/title_pages.tsx";
import { MappingsPage } from "../../platform/settings/settings_mappings.tsx";

/** The pages of films and series: each makes the calls of the JSON API and draws the answer. */
export function libraryPages(services: Services) {
  const { page, fragment } = drawing(services);
  const app = router();
  app.get("/movies", async (c) => page(c, await listPage(services, c, "movies")));
  app.get("/series", async (c) => page(c, await listPage(services, c, "series")));
  app.get("/movies/items", async (c) => fragment(c, await listPiece(services, c, "movies")));
  app.get("/series/items", async (c) => fragment(c, await listPiece(services, c, "series")));
  app.route("/", titlePages(services));
  app.get("/settings/mappings", async (c) => page(c, await mappingsPage(services, c)));
  app.get("/auto", async (c) => page(c, await autoPage(services, c)));
  return app;
}

async function listPage(services: Services, c: Context<AppEnv>, kind: LibraryPageKind): Promise<VNode> {
  const { library, settings, clock } = services;
  const list = readList(kind, c.req.query());
  // A form names every field: the address keeps what it asks for.
  if (c.req.header("HX-Request")) c.header("HX-Push-Url", `${services.instance.urlBase}/${kind}${listAddress(list)}`);
  const { movie, tv } = settings.current().defaultProfiles;
  const arr = kind === "movies" ? "movie" : "series";
  const [page, choice, letters, languages] = await Promise.all([
    kind === "movies" ? library.movies(list.query) : library.series(list.query),
    profileChoices(services, kind === "movies" ? movie : tv),
    list.query.sort === "title" ? library.letters(arr, list.query) : [],
    library.languages(arr),
  ]);
  return <LibraryListPage {...{ list, page, letters, languages, ...choice }} now={clock.now()} />;
}

/** Posters or rows from any place of a list, as the browser asks for them while it is scrolled. */
async function listPiece({ library }: Services, c: Context<AppEnv>, kind: LibraryPageKind): Promise<VNode> {
  const list = readList(kind, c.req.query());
  const { items } = kind === "movies" ? await library.movies(list.query) : await library.series(list.query);
  return <LibraryItems list={list} items={items} />;
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
