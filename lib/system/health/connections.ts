import { type PathMapping, toLocal } from "../../managers/path_mapping.ts";
import { testConnection } from "../../managers/connection.ts";
import { LIBRARY_KINDS, MANAGER_KINDS, MANAGERS } from "../../managers/kinds.ts";
import { rootFolders } from "../../managers/options.ts";
import { ManagerProblem } from "../../managers/request.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Outgoing } from "../../outgoing/model.ts";
import type { SettingsService } from "../../settings/service.ts";
import type { Finding, Probe } from "./probe.ts";

export interface ConnectionFacts {
  settings: Pick<SettingsService, "current">;
  outgoing: Pick<Outgoing, "send">;
  clock: Clock;
}

const CONNECTIONS_PAGE = "/settings#connections";
const MAPPINGS_PAGE = "/settings#paths";
const FINDER_PAGE = "/settings/mappings";
const CLOCK_OFF_MS = 5 * 60_000;

/** Every manager that is switched on answers, and agrees with us on the time. */
export const managersProbe = ({ settings, outgoing, clock }: ConnectionFacts): Probe => ({
  source: "connections",
  fine: "Every connected application answers.",
  async look() {
    const { connections } = settings.current();
    const kinds = MANAGER_KINDS.filter((kind) => connections[kind].enabled);
    const found = await Promise.all(kinds.map(async (kind): Promise<Finding[]> => {
      const { app } = MANAGERS[kind];
      const { ok, error, date } = await testConnection(outgoing, kind, connections[kind]);
      if (!ok) {
        return [{
          id: `connection ${kind}`,
          type: "warning",
          code: "no_answer",
          message: `${app} does not answer as it should: ${error}`,
          link: CONNECTIONS_PAGE,
        }];
      }
      const off = date === undefined ? 0 : Math.abs(date.getTime() - clock.now().getTime());
      return off <= CLOCK_OFF_MS ? [] : [{
        id: `clock ${kind}`,
        type: "warning",
        code: "clock_off",
        message: `The clock here and the clock of ${app} differ by ${Math.round(off / 60_000)} minutes.`,
        link: "/system",
      }];
    }));
    const { soulseek, music } = connections;
    return [
      ...found.flat(),
      ...(soulseek.enabled && !music.enabled
        ? [{
          id: "soulseek without music",
          type: "warning" as const,
          code: "soulseek_without_music",
          message: "slskd is set up without Lidarr: what it downloads cannot be imported.",
          link: CONNECTIONS_PAGE,
        }]
        : []),
    ];
  },
});

/** What managers report can be opened here, and mappings lead somewhere. */
export const pathsProbe = ({ settings, outgoing }: ConnectionFacts): Probe => ({
  source: "paths",
  fine: "Every folder of the managers can be opened here.",
  async look() {
    const { connections, pathMappings } = settings.current();
    const found: Finding[] = [];
    for (const { local } of pathMappings) {
      if (await isFolder(local)) continue;
      found.push({
        id: `mapping ${local}`,
        type: "warning",
        code: "mapping_missing",
        message: `The folder of a path mapping does not exist: ${local}. Is its disk mounted?`,
        link: MAPPINGS_PAGE,
      });
    }
    found.push(...ambiguous(pathMappings));
    const kinds = LIBRARY_KINDS.filter((kind) => connections[kind].enabled);
    const unseen = await Promise.all(kinds.map(async (kind): Promise<Finding[]> => {
      const { app } = MANAGERS[kind];
      try {
        const roots = await rootFolders(outgoing, kind, connections[kind]);
        const findings: Finding[] = [];
        for (const { path } of roots) {
          const local = toLocal(path, kind, pathMappings);
          if (await isFolder(local)) continue;
          const said = local === path ? path : `${path} (here: ${local})`;
          findings.push({
            id: `root ${kind} ${path}`,
            type: "warning",
            code: "path_not_visible",
            message: `${app} keeps files in ${said}, which cannot be opened here. Lathe can look for the path mapping.`,
            link: FINDER_PAGE,
          });
        }
        return findings;
      } catch (error) {
        // That it does not answer is another probe's finding.
        if (error instanceof ManagerProblem) return [];
        throw error;
      }
    }));
    return [...found, ...unseen.flat()];
  },
});

/** Mappings to one folder, at least one of them for all applications: the way back to a manager's path is a guess. */
function ambiguous(mappings: readonly PathMapping[]): Finding[] {
  const byFolder = Map.groupBy(mappings, ({ local }) => local.replace(/[\\/]+$/, ""));
  return [...byFolder].filter(([, all]) => all.length > 1 && all.some(({ app }) => app === "all"))
    .map(([local, all]) => ({
      id: `ambiguous ${local}`,
      type: "warning",
      code: "mapping_ambiguous",
      message: `${all.length} path mappings lead to ${local}: say for each which application it is for.`,
      link: MAPPINGS_PAGE,
    }));
}

const isFolder = (path: string): Promise<boolean> =>
  Deno.stat(path).then(({ isDirectory }) => isDirectory, () => false);
