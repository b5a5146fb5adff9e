import { LIST_KINDS, type ListKind } from "../../../../lib/library/lists/model.ts";
import { Fault } from "../../../../lib/kit/fault.ts";
import { router } from "../../../http/router.ts";
import type { Services } from "../../../services/services.ts";

const PATHS: Record<ListKind, string> = {
  movies: "/movies",
  series: "/series",
  artists: "/music",
  albums: "/music/albums",
  local: "/local",
};

/** Routes that redirect each saved view to its list. */
export function viewPages({ views, instance }: Pick<Services, "views" | "instance">) {
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
