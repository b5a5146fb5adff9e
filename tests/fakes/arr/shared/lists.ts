import * as z from "zod";
import type { Desk } from "./desk.ts";
import { entriesOf } from "./disk.ts";
import { bodyAs, invalid, missing } from "./errors.ts";
import { json, type Routes } from "./http.ts";
import { qualitiesOf } from "./qualities.ts";
import { type Fields, LANGUAGES } from "./types.ts";

/** Routes of the small lists and the system status. `known` returns the title folders as the manager sees them. */
export function listRoutes(desk: Desk, known: () => Iterable<string>, root: Fields = {}): Routes {
  const { app, options, paths, tags, profiles } = desk;

  async function roots(): Promise<Fields[]> {
    const used = new Set(known());
    const first = await entriesOf(desk.rootOnDisk);
    const unmappedFolders = first.filter(({ name, isDirectory }) =>
      isDirectory && !used.has(paths.join(desk.root, name))
    )
      .map(({ name }) => ({ name, path: paths.join(desk.root, name), relativePath: name }));
    const slash = options.windows === true ? "\\" : "/";
    const all = [{ path: desk.root + slash, accessible: true, unmappedFolders }, ...options.extraRoots ?? []];
    return all.map((one, index) => ({
      id: index + 1,
      ...(app === "Lidarr" ? {} : { unmappedFolders: [] }),
      ...root,
      ...(app === "Lidarr" ? { path: one.path, accessible: one.accessible } : one),
      ...(one.accessible ? { freeSpace: options.freeSpace ?? 2e12 } : {}),
    }));
  }

  const one = (list: Fields[], kind: string, id: string | undefined) => {
    const found = list.find((item) => String(item.id) === id);
    if (found === undefined) throw missing(kind, id ?? "");
    return json(found);
  };

  const definitions = () =>
    qualitiesOf(app).map((quality, index) => ({
      id: index + 1,
      quality,
      title: quality.name,
      weight: index + 1,
      minSize: 0,
      maxSize: 400,
      preferredSize: 395,
    }));
  const languages = () => LANGUAGES.map((language) => ({ ...language, nameLower: language.name.toLowerCase() }));

  return {
    "GET /system/status": () => json(status(desk)),
    "GET /health": () => json([]),
    "GET /rootfolder": async () => json(await roots()),
    "GET /rootfolder/:id": async ({ params }) => one(await roots(), "RootFolder", params.id),
    "GET /qualityprofile": () => json(profiles),
    "GET /qualityprofile/:id": ({ params }) => one(profiles, "QualityProfile", params.id),
    "GET /qualitydefinition": () => json(definitions()),
    "GET /language": () => json(languages()),
    ...tagRoutes(tags, one),
  };
}

/** Tag routes, which Prowlarr also has. */
export function tagRoutes(
  tags: Desk["tags"],
  one: (list: Fields[], kind: string, id: string | undefined) => Response,
): Routes {
  const all = (): Fields[] => tags.map((tag) => ({ ...tag }));
  return {
    "GET /tag": () => json(all()),
    "GET /tag/:id": ({ params }) => one(all(), "Tag", params.id),
    "POST /tag": ({ body }) => {
      const label = bodyAs(z.looseObject({ label: z.string().default("") }), body).label.toLowerCase();
      if (!/^[a-z0-9-]+$/.test(label)) {
        throw invalid({
          propertyName: "Label",
          errorMessage: "Allowed characters a-z, 0-9 and -",
          attemptedValue: label,
          errorCode: "RegularExpressionValidator",
        });
      }
      const existing = tags.find((tag) => tag.label === label);
      const tag = existing ?? { id: Math.max(0, ...tags.map(({ id }) => id)) + 1, label };
      if (existing === undefined) tags.push(tag);
      return json(tag, 201);
    },
  };
}

export function status({ app, options, version, clock }: Desk): Fields {
  const windows = options.windows === true;
  return {
    appName: app,
    instanceName: options.instanceName ?? app,
    version,
    buildTime: "2025-10-01T12:00:00Z",
    isDebug: false,
    isProduction: true,
    isAdmin: false,
    isUserInteractive: false,
    startupPath: windows ? `C:\\ProgramData\\${app}\\bin` : `/app/${app.toLowerCase()}/bin`,
    appData: windows ? `C:\\ProgramData\\${app}` : "/config",
    osName: windows ? "windows" : "alpine",
    osVersion: windows ? "10.0.19045.0" : "3.22.1",
    isNetCore: true,
    isLinux: !windows,
    isOsx: false,
    isWindows: windows,
    isDocker: !windows,
    mode: "console",
    branch: app === "Sonarr" ? "main" : "master",
    databaseType: "sqLite",
    databaseVersion: "3.50.2",
    authentication: "forms",
    migrationVersion: 242,
    urlBase: options.urlBase ?? "",
    runtimeVersion: "8.0.12",
    runtimeName: "netcore",
    startTime: clock.date().toISOString(),
    packageVersion: version,
    packageAuthor: "[linuxserver.io](https://linuxserver.io)",
    packageUpdateMechanism: "docker",
  };
}
