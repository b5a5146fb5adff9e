import { Fault, type FieldError } from "../../kit/fault.ts";
import { isMusicContainer } from "../../encode/profiles/containers.ts";
import { isSmart } from "../../encode/profiles/smart/schema.ts";
import { localRoots } from "../local/roots.ts";
import type { PolicyDeps } from "./deps.ts";
import { folderTest } from "./match.ts";
import type { PolicyInput } from "./model.ts";

/** Throws `invalid` with the fields of a policy that cannot work: unknown profiles, and folders outside the libraries. */
export async function checkPolicy(
  { profiles, settings, catalogue }: Pick<PolicyDeps, "profiles" | "settings"> & {
    catalogue: { folders(arrs: ("movie" | "series")[]): Promise<string[]> };
  },
  { profileId, media }: PolicyInput,
): Promise<void> {
  const fields: FieldError[] = [];
  const obstacle = await profileObstacle(profiles, profileId);
  if (obstacle !== undefined) fields.push({ path: "profileId", message: obstacle });
  if (media.folders.length > 0) {
    const roots = media.source === "local"
      ? [...localRoots(settings.current()).map(({ path }) => path), ...settings.current().general.security.mediaRoots]
      : await managerRoots(catalogue, media.source);
    const isMedia = folderTest(roots);
    for (const [i, folder] of media.folders.entries()) {
      const path = `media.folders.${i}`;
      if (hasDots(folder)) fields.push({ path, message: "Use a path without `..` or `.` segments." });
      else if (roots.length === 0 || !isMedia(withoutEnd(folder))) {
        fields.push({ path, message: "This folder is in no library. Use a media folder or root folder." });
      }
    }
  }
  if (fields.length > 0) throw new Fault("invalid", "The policy cannot be used.", { fields });
}

async function profileObstacle(profiles: PolicyDeps["profiles"], id: string): Promise<string | undefined> {
  try {
    const recipe = await profiles.recipe(id);
    const { container } = isSmart(recipe) ? recipe.base : recipe;
    return isMusicContainer(container) ? "This profile creates music files. Choose a profile for video." : undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return "This profile does not exist. Choose another one.";
  }
}

/** Returns the folders that contain the titles of a manager. */
async function managerRoots(
  catalogue: { folders(arrs: ("movie" | "series")[]): Promise<string[]> },
  source: "movie" | "series",
): Promise<string[]> {
  const folders = await catalogue.folders([source]);
  return [...new Set(folders.map((path) => path.replace(/[\\/]+[^\\/]+[\\/]*$/, "")))].filter((path) => path !== "");
}

const hasDots = (path: string): boolean => path.split(/[\\/]/).some((segment) => segment === ".." || segment === ".");
const withoutEnd = (path: string): string => path.length > 1 ? path.replace(/(?<=.)[/\\]+$/, "") : path;
