import type { ComponentChildren } from "preact";
import { WholePage } from "./drawn_later.tsx";
import { Icon } from "./icon.tsx";
import { PhoneBar, Side } from "./menu.tsx";
import { useLink, useView } from "./render.tsx";

/** htmx without evaluation, foreign requests or its own inline style (safety.md, S-WEB-5); error answers never swap. */
const HTMX_CONFIG = JSON.stringify({
  includeIndicatorCSS: false,
  mode: "same-origin",
  history: "reload",
  noSwap: [204, 304, "4xx", "5xx"],
  // What somebody has unfolded stays so when its part of the page is drawn anew.
  morphIgnore: ["data-htmx-powered", "open"],
});

/** What a browser colours its own bars with: `--surface` of the style sheet. */
export const THEME_COLORS = { light: "#fffdf9", dark: "#1b1d21" } as const;

/** The first frame is then the finished one, and is laid out once. Preact does not know the attribute by name. */
const BEFORE_FIRST_FRAME = { blocking: "render" };

export interface PageProps {
  title: string;
  /** One line under the heading. */
  lead?: ComponentChildren;
  actions?: ComponentChildren;
  /** Live view this page listens to; absent = no stream. */
  live?: string;
  children?: ComponentChildren;
}

interface DocumentProps {
  title: string;
  /** Off where a page has to work without anything from the server. */
  scripts?: boolean;
  children: ComponentChildren;
}

/** The frame of every document: head, scripts, styles. */
export function Document({ title, scripts = true, children }: DocumentProps) {
  const { assets, instanceName, base, theme } = useView();
  const link = useLink();
  const asset = (name: string) => link(`/static/${assets[name] ?? name}`);
  return (
    <html lang="en" data-base={base} data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{`${title} · ${instanceName}`}</title>
        {/* The header keeps our addresses from everyone; among our own pages a form has to say where it comes from. */}
        <meta name="referrer" content="same-origin" />
        <meta name="htmx-config" content={HTMX_CONFIG} />
        {/* Behind a login the manifest is asked for with the session. */}
        <link rel="manifest" href={link("/manifest.webmanifest")} crossorigin="use-credentials" />
        <meta name="theme-color" content={THEME_COLORS.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={THEME_COLORS.dark} media="(prefers-color-scheme: dark)" />
        <link rel="icon" href={asset("icon.svg")} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={asset("icon_180.png")} />
        <link rel="stylesheet" href={asset("style.css")} />
        {scripts && <script type="module" src={asset("app.js")} {...BEFORE_FIRST_FRAME} />}
        {/* What the script of the page imports is fetched beside it, not after it. */}
        {scripts &&
          Object.keys(assets).filter((name) => name.startsWith("app/")).map((name) => (
            <link rel="modulepreload" href={asset(name)} />
          ))}
      </head>
      <body>{children}</body>
    </html>
  );
}

/** A page: navigation, heading, content, and the place toasts appear in. */
export function Page({ title, lead, actions, live, children }: PageProps) {
  const link = useLink();
  const { followedFrom } = useView();
  return (
    <Document title={title}>
      <a class="skip-link" href="#content">Skip to content</a>
      <div class="shell">
        <Side />
        <main class="main" id="content" tabindex={-1}>
          <header class="page-head">
            <div>
              <h1>{title}</h1>
              {lead && <p>{lead}</p>}
            </div>
            {actions && <div class="actions">{actions}</div>}
          </header>
          <WholePage.Provider value>{children}</WholePage.Provider>
        </main>
        <PhoneBar />
      </div>
      {live !== undefined && <div hidden hx-sse:connect={link(streamPath(live, followedFrom))} hx-swap="none"></div>}
      <div data-island="Toasts" data-idle data-props="{}" hx-morph-skip></div>
    </Document>
  );
}

/** Where a page hears what changed since it was drawn. */
const streamPath = (live: string, followedFrom: number | undefined): string =>
  `/api/events?view=${encodeURIComponent(live)}${followedFrom === undefined ? "" : `&after=${followedFrom}`}`;

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
