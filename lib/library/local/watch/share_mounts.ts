/** File systems whose changes by other machines are not reported to this one. */
const SHARE_TYPES = /^(?:nfs\d?|cifs|smb\d?|smbfs|9p|virtiofs|vboxsf|drvfs|afs|ceph|glusterfs|fuse(?:\..*)?)$/;

/** A mounted file system. */
export interface Mount {
  folder: string;
  type: string;
}

/** Parses `/proc/self/mounts` (fstab(5)): spaces in folder names are written as `\040`. Pure. */
export const mountsOf = (text: string): Mount[] =>
  text.split("\n").flatMap((line) => {
    const [, folder, type] = line.split(" ");
    if (folder === undefined || type === undefined) return [];
    return [{ folder: folder.replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(parseInt(code, 8))), type }];
  });

/** True if a path is on a network share or a similar file system. Pure. */
export function isOnShare(path: string, mounts: readonly Mount[]): boolean {
  const around = mounts.filter(({ folder }) => folder === "/" || path === folder || path.startsWith(`${folder}/`));
  // A later mount hides an earlier one at the same folder.
  const nearest = around.reduce<Mount | undefined>(
    (best, one) => best === undefined || one.folder.length >= best.folder.length ? one : best,
    undefined,
  );
  return nearest !== undefined && SHARE_TYPES.test(nearest.type);
}
