import * as z from "zod";
import type { LibraryKind } from "../../platform/managers/kinds.ts";
import type { ManagerClient } from "./client.ts";
import type { Limits } from "./request.ts";

const NamedRow = z.object({ id: z.int(), name: z.string() });
const RootRow = z.object({
  id: z.int(),
  path: z.string(),
  freeSpace: z.number().nullish(),
  accessible: z.boolean().nullish(),
});

/** What a library manager offers to put titles in. */
export const ManagerOptions = z.object({
  qualityProfiles: z.array(NamedRow),
  rootFolders: z.array(z.object({
    id: z.int(),
    path: z.string(),
    freeBytes: z.int().optional(),
    accessible: z.boolean().optional().describe("False when the manager cannot reach it now"),
  })),
  metadataProfiles: z.array(NamedRow).optional(),
}).meta({ id: "ManagerOptions" });
/** `freeBytes` is absent when the manager does not say; metadata profiles are Lidarr's alone. */
export type ManagerOptions = z.infer<typeof ManagerOptions>;

/** The root folders of a manager, as it names them. Throws `ManagerProblem`. */
export async function rootFolders(
  manager: ManagerClient<LibraryKind>,
): Promise<ManagerOptions["rootFolders"]> {
  const rows = await manager.get("/rootfolder", z.array(RootRow));
  return rows.map(({ id, path, freeSpace, accessible }) => ({
    id,
    path,
    ...(accessible === false ? { accessible } : {}),
    ...(typeof freeSpace !== "number" ? {} : { freeBytes: Math.round(freeSpace) }),
  }));
}

/** The quality profiles of a manager by id. Throws `ManagerProblem`. */
export async function qualityProfiles(
  manager: ManagerClient<LibraryKind>,
  options?: Limits,
): Promise<Record<number, string>> {
  const rows = await manager.get("/qualityprofile", z.array(NamedRow), options);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

/** Root folders and quality profiles of a manager; metadata profiles of the music manager. Throws `ManagerProblem`. */
export async function managerOptions(
  manager: ManagerClient<LibraryKind>,
): Promise<ManagerOptions> {
  const named = (path: string) => manager.get(path, z.array(NamedRow));
  const [roots, qualityProfiles, metadataProfiles] = await Promise.all([
    rootFolders(manager),
    named("/qualityprofile"),
    manager.kind === "music" ? named("/metadataprofile") : undefined,
  ]);
  return { qualityProfiles, rootFolders: roots, ...(metadataProfiles ? { metadataProfiles } : {}) };
}
