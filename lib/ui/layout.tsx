import { tabTitle } from "./tab_title.ts";
import type { ComponentChildren } from "preact";
import { WholePage } from "./drawn_later.tsx";
import { Icon } from "./icon.tsx";
import { PhoneBar, Side } from "./menu.tsx";
import { useLink, useView } from "./render.tsx";

/**
 * Configures htmx without eval, requests to other origins, and its own inline styles (safety.md, S-WEB-5). Error
 * responses are never swapped in.
 */
const HTMX_CONFIG = JSON.stringify({
  includeIndicatorCSS: false,
  mode: "same-origin",
  history: "reload",
  noSwap: [204, 304, "4xx", "5xx"],
  // Keeps expanded elements open when their part of the page is updated.
  morphIgnore: ["data-htmx-powered", "open"],
});

/** Colours for the browser's own bars, from `--surface` in the style sheet. */
export const THEME_COLORS = { light: "#fffdf9", dark: "#1b1d21" } as const;

/**
 * Delays the first frame until the script has run, so that the layout is final. Preact has no type for this attribute.
 */
const BEFORE_FIRST_FRAME = { blocking: "render" };

export interface PageProps {
  title: string;
  /** One line below the heading. */
  lead?: ComponentChildren;
  actions?: ComponentChildren;
  /** Name of the page in the live stream. If absent, the page does not subscribe to the stream. */
  live?: string;
  children?: ComponentChildren;
}

interface DocumentProps {
  title: string;
  /** False for pages that must work without further requests to the server. */
  scripts?: boolean;
  children: ComponentChildren;
}

/** The frame of every document: head, scripts and styles. */
export function Document({ title, scripts = true, children }: DocumentProps) {
  const { assets, instanceName, base, theme } = useView();
  const link = useLink();
  const asset = (name: string) => link(`/static/${assets[name] ?? name}`);
  return (
    <html lang="en" data-base={base} data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{tabTitle(title, instanceName)}</title>
        {/* The header hides Lathe's URLs from other sites, but forms on its own pages need a referrer. */}
        <meta name="referrer" content="same-origin" />
        <meta name="htmx-config" content={HTMX_CONFIG} />
        {/* If a login is required, the request for the manifest needs the session cookie. */}
        <link rel="manifest" href={link("/manifest.webmanifest")} crossorigin="use-credentials" />
        <meta name="theme-color" content={THEME_COLORS.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={THEME_COLORS.dark} media="(prefers-color-scheme: dark)" />
        <link rel="icon" href={asset("icon.svg")} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={asset("icon_180.png")} />
        <link rel="stylesheet" href={asset("style.css")} />
        {scripts && <script type="module" src={asset("app.js")} {...BEFORE_FIRST_FRAME} />}
        {/* The modules that the page's script imports are loaded in parallel with the script. */}
        {scripts &&
          Object.keys(assets).filter((name) => name.startsWith("app/")).map((name) => (
            <link rel="modulepreload" href={asset(name)} />
          ))}
      </head>
      <body>{children}</body>
    </html>
  );
}

/** A page with navigation, heading, content, and a container for toasts. */
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

/** Returns the path of the live stream, starting with the first change after the page was rendered. */
const streamPath = (live: string, followedFrom: number | undefined): string =>
  `/api/events?view=${encodeURIComponent(live)}${followedFrom === undefined ? "" : `&after=${followedFrom}`}`;

/** An important note with an icon, so that its kind is not shown only by its colour. */
export function Note({ tone = "info", children }: { tone?: "info" | "warn" | "bad"; children: ComponentChildren }) {
  return (
    <div class="note" data-tone={tone}>
      <Icon name={tone === "info" ? "info" : "warn"} />
      <div>{children}</div>
    </div>
  );
}

/** Content of an empty list: what it is for, and the first step. */
export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
