import { z } from "zod";
import type { Outgoing } from "../../platform/http_client/model.ts";
import type { LibraryKind } from "../../platform/managers/kinds.ts";
import { type ManagerAddress, readManager, type ReadOptions } from "./request.ts";

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
export type ManagerOptions = z.infer<typeof ManagerOptions>;

/** The root folders of a manager, as it names them. Throws `ManagerProblem`. */
export async function rootFolders(
  outgoing: Pick<Outgoing, "send">,
  kind: LibraryKind,
  address: ManagerAddress,
): Promise<ManagerOptions["rootFolders"]> {
  const rows = await readManager(outgoing, kind, address, "/rootfolder", z.array(RootRow));
  return rows.map(({ id, path, freeSpace, accessible }) => ({
    id,
    path,
    ...(accessible === false ? { accessible } : {}),
    ...(typeof freeSpace !== "number" ? {} : { freeBytes: Math.round(freeSpace) }),
  }));
}

/** The quality profiles of a manager by id. Throws `ManagerProblem`. */
export async function qualityProfiles(
  outgoing: Pick<Outgoing, "send">,
  kind: LibraryKind,
  address: ManagerAddress,
  options?: ReadOptions,
): Promise<Record<number, string>> {
  const rows = await readManager(outgoing, kind, address, "/qualityprofile", z.array(NamedRow), options);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

/** Root folders and quality profiles of a manager; metadata profiles of the music manager. Throws `ManagerProblem`. */
export async function managerOptions(
  outgoing: Pick<Outgoing, "send">,
  kind: LibraryKind,
  address: ManagerAddress,
): Promise<ManagerOptions> {
  const named = (path: string) => readManager(outgoing, kind, address, path, z.array(NamedRow));
  const [roots, qualityProfiles, metadataProfiles] = await Promise.all([
    rootFolders(outgoing, kind, address),
    named("/qualityprofile"),
    kind === "music" ? named("/metadataprofile") : undefined,
  ]);
  return { qualityProfiles, rootFolders: roots, ...(metadataProfiles ? { metadataProfiles } : {}) };
}
