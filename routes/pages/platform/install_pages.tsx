import { Fault } from "../../../lib/kit/fault.ts";
import { Document, THEME_COLORS } from "../../../lib/ui/layout.tsx";
import { useLink, useView } from "../../../lib/ui/render.tsx";
import { drawing } from "../../http/draw.ts";
import { router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

/** Routes for the installable web app: its manifest, and the page that is shown while the server is unreachable. */
export function installPages(services: Pick<Services, "settings" | "instance" | "health">) {
  const { settings, instance } = services;
  const { assets, urlBase: base } = instance;
  const { page } = drawing(services);
  const file = (name: string) => `${base}/static/${assets[name] ?? name}`;
  const app = router();
  app.get("/manifest.webmanifest", (c) => {
    const name = settings.current().general.host.instanceName;
    const drawn = { sizes: "any", type: "image/svg+xml" };
    const icon = { sizes: "512x512", type: "image/png", src: file("icon_512.png") };
    const manifest = {
      id: `${base}/`,
      name,
      short_name: name,
      description: "Encodes, rips and organizes your media.",
      start_url: `${base}/`,
      scope: `${base}/`,
      display: "standalone",
      background_color: THEME_COLORS.dark,
      theme_color: THEME_COLORS.dark,
      icons: [
        { ...drawn, src: file("icon.svg"), purpose: "any" },
        { ...drawn, src: file("icon_maskable.svg"), purpose: "maskable" },
        { ...icon, purpose: "any" },
        { ...icon, purpose: "maskable" },
      ],
    };
    return c.body(JSON.stringify(manifest), 200, { "Content-Type": "application/manifest+json" });
  });
  app.get("/service-worker.js", async (c) => {
    const built = assets["service_worker.js"];
    if (built === undefined) throw new Fault("not_found", "This build has no service worker.");
    const script = await Deno.readTextFile(new URL(built, instance.staticFiles));
    const kept = { base, offline: `${base}/offline`, files: [file("style.css"), file("icon.svg")] };
    // The script must not be cached, because browsers detect updates by requesting this file.
    return c.body(`const KEPT=${JSON.stringify(kept)};${script}`, 200, { "Content-Type": "text/javascript" });
  });
  app.get("/offline", (c) => page(c, <OfflinePage />));
  return app;
}

/**
 * Page that replaces all others while the server is unreachable. Its only information about the instance is the name.
 */
function OfflinePage() {
  const link = useLink();
  const { instanceName } = useView();
  return (
    <Document title="Offline" scripts={false}>
      <main class="login" id="content">
        <div class="card stack">
          <h1>{instanceName} cannot be reached</h1>
          <p>
            The server is off or restarting, or this device cannot connect to it. If the server is running, encodes
            continue.
          </p>
          <p>
            <a class="button primary" href={link("/")}>Try again</a>
          </p>
        </div>
      </main>
    </Document>
  );
}
