import { Fault } from "../../../lib/kit/fault.ts";
import { Page } from "../../../lib/ui/layout.tsx";
import { Markdown } from "../../../lib/ui/components/markdown.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { withSettings } from "../../../lib/ui/settings/settings_reference.ts";
import { drawing } from "../../http/draw.ts";
import { router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import { Tabs } from "./system/system_frame.tsx";

/** The documents in reading order. */
export const DOCUMENTS = [
  {
    name: "install",
    title: "Install",
    about: "Install and update Lathe on Linux, macOS, Windows, Docker and NAS systems.",
  },
  { name: "first-steps", title: "First steps", about: "From a new installation to a queue that fills automatically." },
  { name: "libraries", title: "Libraries", about: "Radarr, Sonarr, Lidarr and local media: search, grab, automate." },
  {
    name: "discs",
    title: "Discs",
    about: "Rip Blu-rays and DVDs: drives, images, box sets, MakeMKV, and troubleshooting.",
  },
  { name: "agents", title: "Agents", about: "Other machines that encode segments of your movies." },
  { name: "settings", title: "Settings", about: "Every setting with its default, and when to change it." },
  { name: "api", title: "API", about: "Control Lathe from scripts and other programs." },
  { name: "dashboards", title: "Dashboards", about: "Show the queue in Home Assistant, Homepage and Homarr." },
  { name: "reverse-proxies", title: "Reverse proxies", about: "Run Lathe behind nginx, Caddy or Traefik, with HTTPS." },
  { name: "log-in", title: "Log in", about: "Log in with Authelia, Authentik, Keycloak, or by the header of a proxy." },
  { name: "troubleshooting", title: "Troubleshooting", about: "Causes of error messages, and how to solve them." },
] as const;

const NAMES = DOCUMENTS.map(({ name }) => name);
const TABS = [
  ["/docs", "Overview"] as const,
  ...DOCUMENTS.map(({ name, title }) => [`/docs/${name}`, title] as const),
  ["/api/docs", "Endpoints"] as const,
  ["/docs/evidence", "Evidence"] as const,
];

/** Tabs of the help pages, including the API reference. */
export const HelpTabs = () => <Tabs label="Documents" pages={TABS} />;

/** List of documents. */
export function DocsPage() {
  const link = useLink();
  return (
    <Page title="Help" lead="Documentation of the installed version, also available without an internet connection.">
      <HelpTabs />
      <ul class="stack">
        {DOCUMENTS.map(({ name, title, about }) => (
          <li class="card">
            <h2>
              <a href={link(`/docs/${name}`)}>{title}</a>
            </h2>
            <p class="quiet">{about}</p>
          </li>
        ))}
        <li class="card">
          <h2>
            <a href={link("/docs/evidence")}>Evidence</a>
          </h2>
          <p class="quiet">
            Safety rules with their tests, the list of packages, and instructions to rebuild the executable.
          </p>
        </li>
      </ul>
    </Page>
  );
}

/** One document, including its tables of settings. Its first heading becomes the heading of the page. */
export function DocumentPage({ title, text }: { title: string; text: string }) {
  const [, heading = title, body = text] = /^# (.+)\r?\n([^]*)$/.exec(text) ?? [];
  return (
    <Page title={heading}>
      <HelpTabs />
      <article class="card document">
        <Markdown text={withSettings(body)} shift={0} documents={NAMES} copied />
      </article>
    </Page>
  );
}

/** Documentation pages, read from the folder `docs`. */
export function docsPages(services: Pick<Services, "settings" | "instance" | "health">) {
  const { docs } = services.instance;
  const { page } = drawing(services);
  const app = router();
  app.get("/docs", (c) => page(c, <DocsPage />));
  app.get("/docs/:name", async (c) => {
    // The requested name is looked up in a fixed list and never appended to a path (safety.md, S-PATH-1).
    const known = DOCUMENTS.find(({ name }) => name === c.req.param("name"));
    if (known === undefined) throw new Fault("not_found", "Document not found.");
    const text = await Deno.readTextFile(new URL(`${known.name}.md`, docs));
    return page(c, <DocumentPage title={known.title} text={text} />);
  });
  return app;
}
