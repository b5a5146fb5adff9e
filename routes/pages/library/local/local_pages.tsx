import { Fault } from "../../../../lib/kit/fault.ts";
import type { LocalItem } from "../../../../lib/library/local_title_model.ts";
import { managerOf, sourceFor } from "../../../../lib/library/local/sources.ts";
import { type ProfileChoice, profileChoices } from "../../../data/profile_choices.ts";
import { drawing } from "../../../http/draw.ts";
import { IdParam, router } from "../../../http/router.ts";
import type { Services } from "../../../services/services.ts";
import { listData, listNames, listPiece } from "../list/list_routes.tsx";
import { readList } from "../list/list_query.ts";
import { LocalItemPage } from "./local_item.tsx";
import { LocalListPage, LocalLive } from "./local_list.tsx";
import { localList } from "./local_lists.tsx";
import type { Lookup } from "./local_match.tsx";

/** Pages for local media. Each calls the JSON API and renders the response. */
export function localPages(services: Services) {
  const { local, settings, clock } = services;
  const { page: draw, fragment } = drawing(services);

  /** Performs the search requested by the user, if any. */
  async function lookup(item: LocalItem, q: string | undefined): Promise<Lookup> {
    const from = sourceFor(services, item.kind);
    const known = { source: from?.name ?? managerOf(item.kind), connected: from !== undefined };
    if (q === undefined || from === undefined) return known;
    const asked = { ...known, q };
    try {
      return { ...asked, candidates: await local.candidates(item.id, q.trim() || undefined) };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { ...asked, problem: error.message };
    }
  }

  const choiceFor = ({ kind, anime = false }: Pick<LocalItem, "kind" | "anime">): Promise<ProfileChoice> => {
    const { movie, tv, anime: forAnime, music } = settings.current().defaultProfiles;
    return profileChoices(services, kind === "album" ? music : kind === "movie" ? movie : anime ? forAnime : tv);
  };

  const app = router();
  app.get("/local", async (c) => {
    const source = localList(services);
    if (c.req.query("part") === "live") {
      const list = readList(source, c.req.query());
      const [status, { total }] = await Promise.all([local.status(), source.load({ ...list.query, limit: 1 })]);
      const shown = Number(c.req.query("shown")) || 0;
      return fragment(c, <LocalLive {...{ list, status, total, shown }} again now={clock.now()} />);
    }
    const [status, data] = await Promise.all([
      local.status(),
      listData(services, c, source, async ({ kind }) => ({ choice: await choiceFor({ kind: kind ?? "movie" }) })),
    ]);
    return draw(c, <LocalListPage data={data} status={status} enabled={settings.current().localMedia.enabled} />);
  });
  app.get("/local/items", async (c) => fragment(c, await listPiece(c, localList(services))));
  app.get("/local/names", (c) => listNames(c, localList(services)));
  app.get("/local/:id", async (c) => {
    const id = IdParam.safeParse({ id: c.req.param("id") }).data?.id;
    if (id === undefined) throw new Fault("not_found", "Title not found.");
    const item = await local.item(id);
    const [choice, found] = await Promise.all([
      choiceFor(item),
      lookup(item, c.req.query("q")?.slice(0, 200)),
    ]);
    return draw(c, <LocalItemPage item={item} lookup={found} {...choice} />);
  });
  return app;
}
