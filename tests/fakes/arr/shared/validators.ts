import type { Desk } from "./desk.ts";
import type { ValidationError } from "./errors.ts";

/** Validates that a title has a folder or a root folder. A trailing slash is ignored. */
export function placed(
  { root, options }: Desk,
  { path, rootFolderPath }: { path?: string | null | undefined; rootFolderPath?: string | null | undefined },
): ValidationError[] {
  if ((path ?? "") !== "") return [];
  const bare = (folder: string) => folder.replace(/(?<=.)[\\/]+$/, "");
  if ((rootFolderPath ?? "") === "") {
    return [
      { propertyName: "Path", errorMessage: "'Path' must not be empty.", errorCode: "NotEmptyValidator" },
      {
        propertyName: "RootFolderPath",
        errorMessage: "'Root Folder Path' must not be empty.",
        errorCode: "NotEmptyValidator",
      },
    ];
  }
  const roots = [root, ...(options.extraRoots ?? []).map((extra) => extra.path)].map(bare);
  return roots.includes(bare(rootFolderPath ?? "")) ? [] : [{
    propertyName: "RootFolderPath",
    errorMessage: `Root folder '${rootFolderPath}' does not exist`,
    attemptedValue: rootFolderPath,
    errorCode: "RootFolderExistsValidator",
  }];
}

export const profileError = ({ profile }: Desk, id: number): ValidationError[] =>
  profile(id) !== undefined ? [] : [{
    propertyName: "QualityProfileId",
    errorMessage: "Quality Profile does not exist",
    attemptedValue: id,
    errorCode: "QualityProfileExistsValidator",
  }];
