import { join, normalize, sep } from "node:path";
import * as z from "zod";
import { newId } from "../../kit/id.ts";
import { rootFolders } from "../../library/managers/options.ts";
import { toLocal, toRemote } from "../../library/managers/paths/path_mapping.ts";
import { ManagerProblem } from "../../library/managers/request.ts";
import { type DeliveryDeps, ripFolderOf } from "./deps.ts";
import type { ImportAccess } from "./model.ts";
import type { VideoManager } from "./targets.ts";

/** File listing from a manager's file browser. */
const Listing = z.object({ files: z.array(z.object({ name: z.string() })).nullish() });

/**
 * Checks whether each connected manager can see the rip folder, by writing a marker file into it and looking for it
 * with the file browser of the manager. Also warns if the rip folder is inside a library folder, where a manager could
 * import its files too early.
 */
export async function checkAccess(deps: DeliveryDeps): Promise<ImportAccess> {
  const dir = ripFolderOf(deps);
  const marker = `lathe-check-${newId()}.txt`;
  const localOk = await Deno.mkdir(dir, { recursive: true })
    .then(() => Deno.writeTextFile(join(dir, marker), "", { createNew: true }))
    .then(() => true, () => false);
  try {
    const kinds = (["movie", "series"] as const).flatMap((kind) => deps.managers.connected(kind) ?? []);
    const checks = await Promise.all(kinds.map((manager) => checkManager(deps, manager, { dir, marker, localOk })));
    return { dir, localOk, apps: checks.map(({ app }) => app), warnings: checks.flatMap(({ warnings }) => warnings) };
  } finally {
    await Deno.remove(join(dir, marker)).catch(() => {});
  }
}

async function checkManager(
  { settings }: DeliveryDeps,
  manager: VideoManager,
  { dir, marker, localOk }: { dir: string; marker: string; localOk: boolean },
): Promise<{ app: ImportAccess["apps"][number]; warnings: string[] }> {
  const { pathMappings } = settings.current();
  const path = toRemote(dir, manager.kind, pathMappings);
  try {
    const query = { path, includeFiles: true, allowFoldersWithoutTrailingSlashes: true };
    const { files } = await manager.get("/filesystem", Listing, { query });
    const roots = await rootFolders(manager);
    const nested = roots.map((root) => toLocal(root.path, manager.kind, pathMappings)).filter((root) =>
      overlap(root, dir)
    );
    const visible = localOk ? (files ?? []).some(({ name }) => name === marker) : null;
    const error = visible === false
      ? { error: `${manager.app} cannot find the rip folder at ${path}. Add a path mapping, or mount it there.` }
      : {};
    return {
      app: { app: manager.kind, path, visible, ...error },
      warnings: nested.map((root) =>
        `The rip folder ${dir} and ${manager.app}'s root folder ${root} overlap: ${manager.app} may import ` +
        "files automatically and delete those it replaces. Choose another rip folder."
      ),
    };
  } catch (error) {
    if (!(error instanceof ManagerProblem)) throw error;
    return { app: { app: manager.kind, path, visible: null, error: error.message }, warnings: [] };
  }
}

/** True if the folders are equal or one of them contains the other. */
function overlap(a: string, b: string): boolean {
  const [one, two] = [a, b].map((path) => `${normalize(path).replace(/[\\/]+$/, "")}${sep}`);
  return one !== undefined && two !== undefined && (one.startsWith(two) || two.startsWith(one));
}
