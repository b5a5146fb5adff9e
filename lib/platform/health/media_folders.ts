import { type DiskReads, isFolder } from "../../kit/disk/disk_reads.ts";
import type { SettingsService } from "../settings/service.ts";
import type { Finding, HealthProbe } from "./probe.ts";

/** Checks that the media folders exist. A missing one rejects all files that are meant to be in it. */
export const mediaFoldersProbe = (
  { settings, disks }: { settings: Pick<SettingsService, "current">; disks: Pick<DiskReads, "read"> },
): HealthProbe => ({
  source: "media folders",
  fine: "All media folders can be opened.",
  async check() {
    const { mediaRoots } = settings.current().general.security;
    const found = await Promise.all(mediaRoots.map(async (path): Promise<Finding[]> => {
      const there = await disks.read(path, isFolder);
      if (there) return [];
      return [{
        id: `media folder ${path}`,
        type: "warning",
        code: "media_folder_missing",
        message: there === undefined
          ? `The media folder ${path} does not respond. Is its network share offline?`
          : `The media folder ${path} does not exist. Mount its disk, or correct the path.`,
        link: "/settings/security#f-general-security-mediaRoots",
      }];
    }));
    return found.flat();
  },
});
