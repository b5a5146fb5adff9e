import { type PathMapping, toLocal } from "../managers/paths/path_mapping.ts";
import type { UnseenFile } from "../video/mappings/mapping_model.ts";
import { testConnection } from "../managers/connection.ts";
import { LIBRARY_KINDS, MANAGER_KINDS, type ManagerKind, MANAGERS } from "../../platform/managers/kinds.ts";
import type { Managers } from "../managers/managers.ts";
import { rootFolders } from "../managers/options.ts";
import { ManagerProblem } from "../managers/request.ts";
import { type DiskReads, isFolder } from "../../kit/disk/disk_reads.ts";
import type { Clock } from "../../kit/clock.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { Finding, HealthProbe } from "../../platform/health/probe.ts";

/** Services for the checks of connected managers. */
export interface ConnectionFacts {
  settings: Pick<SettingsService, "current">;
  managers: Pick<Managers, "connected" | "downSince">;
  clock: Clock;
}

const CONNECTIONS_PAGE = "/settings/connections#connections";
const MAPPINGS_PAGE = "/settings/connections#paths";
const FINDER_PAGE = "/settings/mappings";
const CLOCK_OFF_MS = 5 * 60_000;

/** Returns the ID of the finding about an application that is not available. */
export const connectionFinding = (kind: ManagerKind): string => `connection ${kind}`;

/** Data that is still shown while a manager is not available. */
const STILL_SHOWN: Partial<Record<ManagerKind, string>> = {
  movie: "Movies are shown as last synced.",
  series: "Series are shown as last synced.",
  music: "Artists and albums are shown as last synced.",
};

/** Checks that each enabled manager responds and that its clock does not differ from that of this server. */
export const managersProbe = ({ settings, managers, clock }: ConnectionFacts): HealthProbe => ({
  source: "connections",
  fine: "Every connected application responds.",
  async check() {
    const connected = MANAGER_KINDS.flatMap((kind) => managers.connected(kind) ?? []);
    const found = await Promise.all(connected.map(async (manager): Promise<Finding[]> => {
      const { kind, app } = manager;
      const { ok, error, date } = await testConnection(manager);
      if (!ok) {
        return [{
          id: connectionFinding(kind),
          type: "warning",
          code: "no_answer",
          message: [error, STILL_SHOWN[kind]].filter(Boolean).join(" "),
          link: CONNECTIONS_PAGE,
          since: managers.downSince(kind)?.toISOString(),
        }];
      }
      const off = date === undefined ? 0 : Math.abs(date.getTime() - clock.now().getTime());
      return off <= CLOCK_OFF_MS ? [] : [{
        id: `clock ${kind}`,
        type: "warning",
        code: "clock_off",
        message: `The clocks of this server and ${app} differ by ${Math.round(off / 60_000)} minutes.`,
        link: "/system",
      }];
    }));
    const { soulseek, music } = settings.current().connections;
    return [
      ...found.flat(),
      ...(soulseek.enabled && !music.enabled
        ? [{
          id: "soulseek without music",
          type: "warning" as const,
          code: "soulseek_without_music",
          message: "slskd is set up without Lidarr, so its downloads cannot be imported.",
          link: CONNECTIONS_PAGE,
        }]
        : []),
    ];
  },
});

/** Checks that the managers' folders and files can be opened here and that the path mappings are valid. */
export const pathsProbe = (
  { settings, managers, disks, unseen = () => Promise.resolve([]) }: Pick<ConnectionFacts, "settings"> & {
    managers: Pick<Managers, "connected">;
    disks: Pick<DiskReads, "read">;
    /** Returns a sample of the managers' files that cannot be opened. */
    unseen?: () => Promise<UnseenFile[]>;
  },
): HealthProbe => ({
  source: "paths",
  fine: "All manager folders can be opened here.",
  async check() {
    const { pathMappings } = settings.current();
    const found: Finding[] = [];
    const there = await Promise.all(pathMappings.map(({ local }) => disks.read(local, isFolder)));
    for (const [i, { local }] of pathMappings.entries()) {
      if (there[i]) continue;
      found.push({
        id: `mapping ${local}`,
        type: "warning",
        code: "mapping_missing",
        message: there[i] === undefined
          ? `The folder of a path mapping does not respond: ${local}. Is its network share offline?`
          : `The folder of a path mapping does not exist: ${local}. Is its disk mounted?`,
        link: MAPPINGS_PAGE,
      });
    }
    found.push(...ambiguous(pathMappings));
    const connected = LIBRARY_KINDS.flatMap((kind) => managers.connected(kind) ?? []);
    const roots = await Promise.all(connected.map(async (manager): Promise<Finding[]> => {
      const { kind, app } = manager;
      try {
        const folders = await rootFolders(manager);
        const findings = await Promise.all(folders.map(async ({ path }): Promise<Finding | undefined> => {
          const local = toLocal(path, kind, pathMappings);
          const there = await disks.read(local, isFolder);
          const location = local === path ? path : `${path} (here: ${local})`;
          return there ? undefined : {
            id: `root ${kind} ${path}`,
            type: "warning",
            code: "path_not_visible",
            message: there === undefined
              ? `${app} stores files in ${location}, which does not respond. Is its network share offline?`
              : `${app} stores files in ${location}, which cannot be opened here. Lathe can suggest a path mapping.`,
            link: FINDER_PAGE,
          };
        }));
        return findings.filter((one) => one !== undefined);
      } catch (error) {
        // If a manager does not respond, this is reported by another check.
        if (error instanceof ManagerProblem) return [];
        throw error;
      }
    }));
    const all = [...found, ...roots.flat()];
    const hidden = await unseen();
    return [...all, ...files(hidden, all), ...letterForms(hidden)];
  },
});

/** Returns one finding per application for files that cannot be opened although their folders can. */
function files(unseen: UnseenFile[], known: Finding[]): Finding[] {
  return LIBRARY_KINDS.flatMap((kind): Finding[] => {
    const own = unseen.filter(({ app, actualPath }) => app === kind && actualPath === undefined);
    const [first] = own;
    // A missing root folder is already reported.
    if (first === undefined || known.some(({ id }) => id.startsWith(`root ${kind} `))) return [];
    const more = own.length === 1 ? "" : ` and ${own.length - 1} more of the checked files`;
    return [{
      id: `files ${kind}`,
      type: "warning",
      code: "file_not_visible",
      message: `${MANAGERS[kind].app} reports ${first.path}${more}, which cannot be opened here. ` +
        "Lathe can suggest a path mapping.",
      link: FINDER_PAGE,
    }];
  });
}

/** Returns one finding per application for files whose names differ only in Unicode form or case. */
function letterForms(unseen: UnseenFile[]): Finding[] {
  return LIBRARY_KINDS.flatMap((kind): Finding[] => {
    const own = unseen.filter(({ app, actualPath }) => app === kind && actualPath !== undefined);
    const [first] = own;
    if (first === undefined) return [];
    const { app } = MANAGERS[kind];
    const more = own.length === 1 ? "" : ` and ${own.length - 1} more of the checked files`;
    return [{
      id: `letters ${kind}`,
      type: "warning",
      code: "file_not_visible",
      message: `${app} reports ${first.path}${more}. The name on this disk differs only in the form or case of its ` +
        `letters (Unicode NFC or NFD); the path mapping is correct. Rename the folder or file here, then refresh it in ${app}.`,
      link: FINDER_PAGE,
    }];
  });
}

/**
 * Returns mappings of one application that have the same local folder. Paths in it cannot be converted back uniquely.
 */
function ambiguous(mappings: readonly PathMapping[]): Finding[] {
  const byFolder = Map.groupBy(mappings, ({ local }) => local.replace(/[\\/]+$/, ""));
  return [...byFolder].filter(([, all]) =>
    all.length > 1 && (all.some(({ app }) => app === "all") || new Set(all.map(({ app }) => app)).size < all.length)
  )
    .map(([local, all]) => ({
      id: `ambiguous ${local}`,
      type: "warning",
      code: "mapping_ambiguous",
      message: `${all.length} path mappings point to ${local}. Choose an application for each of them.`,
      link: MAPPINGS_PAGE,
    }));
}
