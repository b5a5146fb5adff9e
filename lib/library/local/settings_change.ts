/** Settings that determine which folders are scanned, and how. */
const FOLDERS = [
  "pathMappings",
  "localMedia.enabled",
  "localMedia.usePathMappings",
  "localMedia.folders",
  "localMedia.exclude",
];
/** Settings that determine which titles belong to managers. */
const HIDDEN = ["localMedia.hideArrManaged", "connections"];

/** Returns the effect of changed settings on the index: other folders to scan, other titles to hide, or none. Pure. */
export function folderChange(keys: readonly string[]): "folders" | "hidden" | undefined {
  const touched = (settings: readonly string[]) =>
    keys.some((key) => settings.some((setting) => key === setting || key.startsWith(`${setting}.`)));
  return touched(FOLDERS) ? "folders" : touched(HIDDEN) ? "hidden" : undefined;
}
