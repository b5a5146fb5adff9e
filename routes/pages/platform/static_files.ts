import { accepts } from "hono/accepts";
import { getMimeType } from "hono/utils/mime";
import { Fault } from "../../../lib/kit/fault.ts";
import { router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

/** File extensions of the compressed copies of text files that the build creates, by encoding, smallest first. */
const COMPRESSED: Record<string, string> = { br: ".br", gzip: ".gz" };

/** Routes for browser assets: scripts, styles and the icon. */
export function staticFiles({ instance }: { instance: Pick<Services["instance"], "assets" | "staticFiles"> }) {
  const app = router();
  app.get("/static/:file", async (c) => {
    const file = c.req.param("file");
    // The requested name is looked up in a fixed list and never appended to a path (safety.md, S-PATH-1).
    const known = Object.values(instance.assets).find((name) => name === file);
    if (known === undefined) throw new Fault("not_found", "File not found.");
    c.header("Content-Type", getMimeType(known) ?? "application/octet-stream");
    c.header("Cache-Control", "public, max-age=31536000, immutable");
    const at = (suffix: string) => Deno.readFile(new URL(known + suffix, instance.staticFiles));
    if (!/\.(js|css|svg)$/.test(known)) return c.body(await at(""));
    c.header("Vary", "Accept-Encoding");
    const encoding = accepts(c, {
      header: "Accept-Encoding",
      supports: Object.keys(COMPRESSED),
      default: "identity",
      match: (accepted, { supports }) =>
        supports.find((one) => accepted.some(({ type, q }) => type.toLowerCase() === one && q > 0)) ?? "identity",
    });
    const suffix = COMPRESSED[encoding];
    if (suffix === undefined) return c.body(await at(""));
    c.header("Content-Encoding", encoding);
    return c.body(await at(suffix));
  });
  return app;
}
