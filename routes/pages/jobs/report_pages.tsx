import { drawing } from "../../http/draw.ts";
import { router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import { CheckList, ChecksPage } from "../platform/system/checks.tsx";
import { SavingsPage } from "./savings.tsx";

/** Pages for file checks and savings. */
export function reportPages(services: Services) {
  const { reports, estimates, clock } = services;
  const { page, fragment } = drawing(services);
  const app = router();
  app.get("/checks", async (c) => {
    const checks = await reports.checks.list();
    if (c.req.query("part") === "list") return fragment(c, <CheckList checks={checks} />);
    return page(c, <ChecksPage checks={checks} />);
  });
  app.get("/savings", async (c) => {
    const [savings, accuracy] = await Promise.all([reports.savings(), estimates.accuracy()]);
    return page(c, <SavingsPage savings={savings} accuracy={accuracy} now={clock.now()} />);
  });
  return app;
}
