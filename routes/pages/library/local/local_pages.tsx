import { Fault } from "../../../../lib/kit/fault.ts";
import { type LocalItem, LocalQuery } from "../../../../lib/library/local/recognition/model.ts";
import { managerOf, sourceFor } from "../../../../lib/library/local/sources.ts";
import { drawing } from "../../../http/draw.ts";
import { IdParam, router } from "../../../http/router.ts";
import type { Services } from "../../../services.ts";
import { LocalItemPage } from "./local_item.tsx";
import { LocalListPage, LocalLive } from "./local_list.tsx";
import type { Lookup } from "./local_match.tsx";

/** The pages of local media: each makes the calls of the JSON API and draws the answer. */
export function localPages(services: Services) {
  const { local, profiles, settings, clock } = services;
  const { page: draw, fragment } = drawing(services);

  /** What the person asked for, when they asked. */
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

  const profileFor = ({ kind, anime }: LocalItem): string => {
    const { movie, tv, anime: forAnime, music } = settings.current().defaultProfiles;
    return kind === "album" ? music : kind === "movie" ? movie : anime ? forAnime : tv;
  };

  const app = router();
  app.get("/local", async (c) => {
    // An empty field of the form means that nothing is asked for.
    const asked = Object.fromEntries(Object.entries(c.req.query()).filter(([, value]) => value !== ""));
    const query = LocalQuery.catch(LocalQuery.parse({})).parse(asked);
    const [status, page] = await Promise.all([local.status(), local.items(query)]);
    const data = { status, page, query, enabled: settings.current().localMedia.enabled, now: clock.now() };
    if (c.req.query("part") === "live") return fragment(c, <LocalLive {...data} />);
    return draw(c, <LocalListPage {...data} />);
  });
  app.get("/local/:id", async (c) => {
    const id = IdParam.safeParse({ id: c.req.param("id") }).data?.id;
    if (id === undefined) throw new Fault("not_found", "There is no such title.");
    const item = await local.item(id);
    const [plain, smart, found] = await Promise.all([
      profiles.list(),
      profiles.smart.list(),
      lookup(item, c.req.query("q")?.slice(0, 200)),
    ]);
    const choice = { profiles: [...smart, ...plain], defaultProfileId: profileFor(item) };
    return draw(c, <LocalItemPage item={item} lookup={found} {...choice} />);
  });
  return app;
}
