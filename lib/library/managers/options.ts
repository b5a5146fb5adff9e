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

/** Options of a library manager for adding titles. */
export const ManagerOptions = z.object({
  qualityProfiles: z.array(NamedRow),
  rootFolders: z.array(z.object({
    id: z.int(),
    path: z.string(),
    freeBytes: z.int().optional(),
    accessible: z.boolean().optional().describe("False if the manager currently cannot access it"),
  })),
  metadataProfiles: z.array(NamedRow).optional(),
}).meta({ id: "ManagerOptions" });
/** `freeBytes` is absent if the manager does not provide it. Only Lidarr has metadata profiles. */
export type ManagerOptions = z.infer<typeof ManagerOptions>;

/** Returns the root folders of a manager, with paths in the manager. Throws `ManagerProblem`. */
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

/** Returns a manager's quality profiles by ID. Throws `ManagerProblem`. */
export async function qualityProfiles(
  manager: ManagerClient<LibraryKind>,
  options?: Limits,
): Promise<Record<number, string>> {
  const rows = await manager.get("/qualityprofile", z.array(NamedRow), options);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

/** Returns a manager's tags by ID. Throws `ManagerProblem`. */
export async function tagNames(
  manager: ManagerClient<LibraryKind>,
  options?: Limits,
): Promise<Record<number, string>> {
  const rows = await manager.get("/tag", z.array(z.object({ id: z.int(), label: z.string() })), options);
  return Object.fromEntries(rows.map(({ id, label }) => [id, label]));
}

/** Returns a manager's root folders and quality profiles, and Lidarr's metadata profiles. Throws `ManagerProblem`. */
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
