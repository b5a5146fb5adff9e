/** Settings that say which folders are looked through, and how. */
const FOLDERS = [
  "pathMappings",
  "localMedia.enabled",
  "localMedia.usePathMappings",
  "localMedia.folders",
  "localMedia.exclude",
];
/** Settings that say which titles belong to managers. */
const HIDDEN = ["localMedia.hideArrManaged", "connections"];

/** What saved settings mean for the index: other folders to scan, other titles to hide, or nothing. Pure. */
export function folderChange(keys: readonly string[]): "folders" | "hidden" | undefined {
  const touched = (settings: readonly string[]) =>
    keys.some((key) => settings.some((setting) => key === setting || key.startsWith(`${setting}.`)));
  return touched(FOLDERS) ? "folders" : touched(HIDDEN) ? "hidden" : undefined;
}
