import { strictEqual as is } from "node:assert/strict";
import { Settings } from "../../../../lib/platform/settings/schema.ts";
import { renderView } from "../../../../lib/ui/render.tsx";
import { SettingsOverview, type SettingsOverviewData } from "./settings_overview.tsx";

const VIEW = { base: "", assets: {}, instanceName: "Lathe", version: "1", path: "/settings" };

/** Returns the overview line of each page by the last part of its address. */
function linesOf(settings: Record<string, unknown>, more: Partial<SettingsOverviewData> = {}): Record<string, string> {
  const data = {
    settings: Settings.parse(settings),
    profiles: [],
    locked: [],
    restartRequired: false,
    connections: [],
  };
  const page = renderView(VIEW, <SettingsOverview {...data} {...more} />);
  const tiles = page.matchAll(/href="[^"]*settings\/(\w+)"[^>]*>[^<]*<\/a><\/h2><p>(.*?)<\/p>/g);
  return Object.fromEntries([...tiles].map(([, id = "", line = ""]) => [id, line]));
}

const connection = (name: string, ok: boolean, configured = true) => ({ name, ok, configured });
const TABLE: [page: string, settings: Record<string, unknown>, line: string, more?: Partial<SettingsOverviewData>][] = [
  ["connections", {}, "No connections"],
  [
    "connections",
    {},
    "Radarr, Sonarr · Sonarr is not available",
    {
      connections: [
        connection("Radarr", true),
        connection("Sonarr", false),
        connection("Lidarr", false, false),
      ] as SettingsOverviewData["connections"],
    },
  ],
  ["connections", { pathMappings: [{ remote: "/films", local: "/media" }] }, "No connections · 1 path mapping"],
  ["encoding", { concurrency: 0 }, "No encodes start · software"],
  ["encoding", { concurrency: 2 }, "2 encodes at a time · software"],
  [
    "encoding",
    { concurrency: 1, transcoding: { schedule: { enabled: true, from: "22:00", until: "06:00" } } },
    "1 encode at a time · software · from 22:00 until 06:00",
  ],
  ["library", { localMedia: { enabled: false } }, "Local media is not indexed"],
  ["library", { localMedia: { enabled: true, folders: [] } }, "Local media is indexed"],
  ["auto", { auto: { enabled: false } }, "Off"],
  ["auto", { auto: { enabled: true, scanIntervalMinutes: 60 } }, "On · scans every 60 minutes"],
  ["discs", { disc: { enabled: false, autoRip: true } }, "Drives are not watched"],
  ["discs", { disc: { enabled: true, autoRip: true } }, "Drives are watched · identified discs are ripped"],
  ["discs", { disc: { enabled: true, autoRip: false } }, "Drives are watched · ripping is manual"],
  ["notifications", {}, "No targets"],
];

for (const [page, settings, line, more] of TABLE) {
  Deno.test(`the overview of the settings shows for ${page}: ${line}`, () => is(linesOf(settings, more)[page], line));
}
