import { readQuery } from "../../../data/read_query.ts";
import { drawing } from "../../../http/draw.ts";
import { router } from "../../../http/router.ts";
import type { Services } from "../../../services/services.ts";
import { UsagePage, UsageQuery } from "./usage_page.tsx";

/** Maximum number of titles on the map, so that each remains recognisable. */
const MAX_TITLES = 80;

/** Page for the disk usage of the managers' libraries. */
export function usagePages(services: Services) {
  const { library } = services;
  const { page } = drawing(services);
  const app = router();
  app.get("/disk-usage", async (c) => {
    const { query, ignored } = readQuery(UsageQuery, c.req.query());
    const sizes = (await library.sizes()).toSorted((a, b) => b.bytes - a.bytes);
    const shown = sizes.find(({ arr }) => arr === query.library) ?? sizes[0];
    const titles = shown === undefined ? [] : await library.largest(shown.arr, MAX_TITLES);
    return page(c, <UsagePage {...{ sizes, shown, titles, ignored }} colour={query.colour} />);
  });
  return app;
}
