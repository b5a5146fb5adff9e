import { MENU } from "../../lib/ui/menu_pages.ts";
import { call } from "../call.ts";
import type { Entry } from "./palette_rank.ts";

const page = (label: string, path: string, hint: string): Entry => ({ kind: "Page", label, path, hint });
const act = (label: string, path: string, done: string, body?: unknown): Entry => ({
  kind: "Action",
  label,
  call: { path, body, done },
});

/** Pages of the menu and their subpages, and actions that are available everywhere. */
export const FIXED: readonly Entry[] = [
  ...MENU.flatMap(({ name, pages }) => pages.map(({ label, path }) => page(label, path, name))),
  act("Pause the queue", "/api/queue/pause", "The queue is paused.", { paused: true }),
  act("Resume the queue", "/api/queue/pause", "The queue was resumed.", { paused: false }),
  act("Retry failed jobs", "/api/jobs/retry-failed", "Failed jobs are queued again."),
  act("Scan for auto transcode now", "/api/auto/scan", "The libraries were scanned."),
  act("Scan local media now", "/api/local/scan", "The scan has started."),
  act("Back up now", "/api/system/backups", "The backup was created."),
  page("Tasks", "/system/tasks", "System"),
  page("Events", "/system/events", "System"),
  page("Logs", "/system/logs", "System"),
  page("Backups", "/system/backups", "System restore"),
  page("Updates", "/system/updates", "System version"),
  page("Tools check", "/setup", "System programs ffmpeg"),
  page("Checked files", "/checks", "System damage"),
  page("Wanted discs", "/wanted", "Discs"),
  page("Scan a barcode", "/scan", "Discs expected camera"),
  page("API endpoints", "/api/docs", "Help OpenAPI"),
];

interface SettingField {
  key: string;
  label: string;
  help?: string;
  page: string;
  section: string;
  path: string;
}

/** Returns all settings by label, with help text and key as additional search terms. Each entry links to its field. */
export async function settingEntries(): Promise<Entry[]> {
  const fields = await call<SettingField[]>("/api/settings/fields");
  return fields.map(({ key, label, help = "", page, section, path }) => ({
    kind: "Setting",
    label,
    hint: `${page === section ? page : `${page} · ${section}`}`,
    more: `${key} ${help}`,
    path,
  }));
}

interface Found {
  kind: "movie" | "series" | "album";
  title: string;
  year?: number;
  arrId?: number;
  artist?: string;
}

/** Returns jobs and library titles that match the input. */
export async function foundEntries(typed: string): Promise<Entry[]> {
  const q = encodeURIComponent(typed);
  const [jobs, titles] = await Promise.all([
    call<{ items: { id: string; title: string; profileName?: string }[] }>(`/api/jobs?limit=5&q=${q}`)
      .catch(() => ({ items: [] })),
    call<{ library: Found[] }>(`/api/search/smart?q=${q}`).catch(() => ({ library: [] })),
  ]);
  return [
    ...titles.library.slice(0, 6).map(({ kind, title, year, arrId, artist }): Entry => ({
      kind: "Title",
      label: year === undefined ? title : `${title} (${year})`,
      // The input is added to the hint, because the search tolerates typing errors but the ranking does not.
      hint: `${artist ?? kind} ${typed}`,
      path: arrId === undefined || kind === "album"
        ? `/search?q=${encodeURIComponent(title)}`
        : `/${kind === "movie" ? "movies" : "series"}/${arrId}`,
    })),
    ...jobs.items.map(({ id, title, profileName = "" }): Entry => ({
      kind: "Job",
      label: title,
      hint: `${profileName} ${typed}`,
      path: `/jobs/${id}`,
    })),
  ];
}
