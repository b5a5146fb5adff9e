import { getMimeType } from "hono/utils/mime";
import { Fault } from "../../../lib/kit/fault.ts";
import { router } from "../../http/router.ts";
import type { Services } from "../../services.ts";

/** What browsers load: scripts, styles and the icon. */
export function staticFiles({ instance }: Pick<Services, "instance">) {
  const app = router();
  app.get("/static/:file", async (c) => {
    const file = c.req.param("file");
    // Compared with our own list, never joined from the request (safety.md, S-PATH-1).
    const known = Object.values(instance.assets).find((name) => name === file);
    if (known === undefined) throw new Fault("not_found", "There is no such file.");
    const bytes = await Deno.readFile(new URL(known, instance.staticFiles));
    return c.body(bytes, 200, {
      "Content-Type": getMimeType(known) ?? "application/octet-stream",
      "Cache-Control": "public, max-age=31536000, immutable",
    });
  });
  return app;
}
