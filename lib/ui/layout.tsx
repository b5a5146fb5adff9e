import type { ComponentChildren } from "preact";
import { hx } from "./hx.ts";
import { Icon, type IconName } from "./icon.tsx";
import { useLink, useView } from "./render.tsx";

const PAGES: { path: string; label: string; icon: IconName }[] = [
  { path: "/", label: "Activity", icon: "activity" },
  { path: "/encode", label: "Encode", icon: "encode" },
  { path: "/search", label: "Search", icon: "search" },
  { path: "/movies", label: "Movies", icon: "file" },
  { path: "/series", label: "Series", icon: "folder" },
  { path: "/music", label: "Music", icon: "music" },
  { path: "/local", label: "Local", icon: "disk" },
  { path: "/auto", label: "Auto", icon: "clock" },
  { path: "/profiles", label: "Profiles", icon: "profiles" },
  { path: "/savings", label: "Savings", icon: "disk" },
  { path: "/settings", label: "Settings", icon: "settings" },
  { path: "/system", label: "System", icon: "system" },
  { path: "/docs", label: "Help", icon: "info" },
  { path: "/api/docs", label: "API", icon: "api" },
];

/** htmx without evaluation, foreign requests or its own inline style (safety.md, S-WEB-5); error answers never swap. */
const HTMX_CONFIG = JSON.stringify({
  includeIndicatorCSS: false,
  mode: "same-origin",
  history: "reload",
  noSwap: [204, 304, "4xx", "5xx"],
});

export interface PageProps {
  title: string;
  /** One line under the heading. */
  lead?: ComponentChildren;
  actions?: ComponentChildren;
  /** Live view this page listens to; absent = no stream. */
  live?: string;
  children?: ComponentChildren;
}

/** The frame of every document: head, scripts, styles. */
export function Document({ title, children }: { title: string; children: ComponentChildren }) {
  const { assets, instanceName, base } = useView();
  const link = useLink();
  const asset = (name: string) => link(`/static/${assets[name] ?? name}`);
  return (
    <html lang="en" data-base={base}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${instanceName}`}</title>
        {/* The header keeps our addresses from everyone; among our own pages a form has to say where it comes from. */}
        <meta name="referrer" content="same-origin" />
        <meta name="htmx-config" content={HTMX_CONFIG} />
        <link rel="icon" href={asset("icon.svg")} type="image/svg+xml" />
        <link rel="stylesheet" href={asset("style.css")} />
        <script src={asset("theme.js")} />
        <script type="module" src={asset("htmx.js")} />
        <script type="module" src={asset("app.js")} />
      </head>
      <body>{children}</body>
    </html>
  );
}

/** A page: navigation, heading, content, and the place toasts appear in. */
export function Page({ title, lead, actions, live, children }: PageProps) {
  const { assets, path } = useView();
  const link = useLink();
  return (
    <Document title={title}>
      <a class="skip-link" href="#content">Skip to content</a>
      <div class="shell">
        <Side path={path} icon={link(`/static/${assets["icon.svg"] ?? "icon.svg"}`)} />
        <main class="main" id="content" tabindex={-1}>
          <header class="page-head">
            <div>
              <h1>{title}</h1>
              {lead && <p>{lead}</p>}
            </div>
            {actions && <div class="actions">{actions}</div>}
          </header>
          {children}
        </main>
      </div>
      {live !== undefined && (
        <div hidden hx-sse:connect={link(`/api/events?view=${encodeURIComponent(live)}`)} hx-swap="none"></div>
      )}
      <div data-island="Toasts" data-props="{}" hx-morph-skip></div>
      <div data-island="Shortcuts" data-props="{}" hx-morph-skip></div>
    </Document>
  );
}

function Side({ path, icon }: { path: string; icon: string }) {
  const { instanceName, version, health, user, unused = [] } = useView();
  const link = useLink();
  return (
    <header class="side">
      <a class="brand" href={link("/")}>
        <img src={icon} alt="" width={28} height={28} />
        {instanceName}
      </a>
      {/* The page of the search has a field of its own. */}
      {path !== "/search" && <QuickSearch />}
      <nav class="nav" aria-label="Main">
        {PAGES.filter((page) => !unused.includes(page.path)).map((page) => (
          <a href={link(page.path)} aria-current={isCurrent(page.path, path) ? "page" : undefined}>
            <Icon name={page.icon} />
            {page.label}
            {page.path === "/system" && health !== undefined && health.count > 0 && (
              <span class="badge" data-tone={health.worst === "error" ? "bad" : "warn"} title="Things to look at">
                {health.count}
              </span>
            )}
          </a>
        ))}
      </nav>
      <div class="side-foot">
        <span>{version}</span>
        {user !== undefined && (
          <form method="post" action={link("/logout")}>
            <button type="submit" class="link" title={`Logged in as ${user}`}>Log out</button>
          </form>
        )}
        <div data-island="ThemeSwitch" data-props="{}"></div>
      </div>
    </header>
  );
}

/** Titles from anywhere, shown while they are typed; Enter opens the page of the search. */
function QuickSearch() {
  const link = useLink();
  return (
    <form class="quick-search" role="search" aria-label="Everything" method="get" action={link("/search")}>
      <input
        type="search"
        name="q"
        aria-label="Search everything"
        placeholder="Search"
        maxLength={200}
        autocomplete="off"
        {...hx({
          get: link("/search?part=quick"),
          trigger: "input changed delay:250ms",
          target: "#quick-found",
          swap: "innerHTML",
          sync: "this:replace",
        })}
      />
      <div id="quick-found"></div>
    </form>
  );
}

/** Pages that belong to a page of the navigation without being below it. */
const BELONGS: Record<string, string> = {
  "/jobs": "/",
  "/smart-profiles": "/profiles",
  "/checks": "/encode",
  "/setup": "/system",
};

function isCurrent(page: string, path: string): boolean {
  const [, first = ""] = path.split("/");
  const home = BELONGS[`/${first}`] ?? `/${first}`;
  return home === page || (page !== "/" && path.startsWith(`${page}/`));
}

/** Says something that matters, with an icon so that colour is not the only sign. */
export function Note({ tone = "info", children }: { tone?: "info" | "warn" | "bad"; children: ComponentChildren }) {
  return (
    <div class="note" data-tone={tone}>
      <Icon name={tone === "info" ? "info" : "warn"} />
      <div>{children}</div>
    </div>
  );
}

/** What a list says while it is empty: what it is for and what to do first. */
export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
