import { dirname } from "node:path";
import { isMusicContainer } from "./containers.ts";
import { outputFolderProblem } from "./output_folder.ts";
import type { Profiles } from "./service.ts";
import { isSmart } from "./smart/schema.ts";
import { realPlace } from "../../kit/disk/real_place.ts";
import { Fault } from "../../kit/fault.ts";
import { missingParts } from "../../platform/notifications/requests.ts";
import type { RuleFacts } from "../../platform/settings/rules/rule.ts";
import { readCertificate } from "../../platform/tls/certificate.ts";

/** Returns the facts about this server that the setting rules need. */
export function ruleFacts(
  { profiles, configDir }: { profiles: Pick<Profiles, "recipe">; configDir: string },
): RuleFacts {
  return {
    configDir,
    get addresses() {
      return machineAddresses();
    },
    async profileMedia(id) {
      const recipe = await profiles.recipe(id).catch((error) => {
        if (error instanceof Fault) return undefined;
        throw error;
      });
      if (recipe === undefined) return undefined;
      const { container } = isSmart(recipe) ? recipe.base : recipe;
      return isMusicContainer(container) ? "music" : "video";
    },
    writtenFolderProblem: async (path) => {
      const place = await realPlace(path);
      return outputFolderProblem(place) ?? await unmakeable(place);
    },
    isFolder: (path) => Deno.stat(path).then(({ isDirectory }) => isDirectory, () => false),
    certificateProblem: (host) =>
      readCertificate(host).then(() => undefined, (error) => {
        if (error instanceof Fault) return error.message;
        throw error;
      }),
    missingParts,
  };
}

/**
 * Returns the reason why a folder cannot be created, based on its nearest existing parent. Undefined if it exists or
 * can be created.
 */
async function unmakeable(path: string): Promise<string | undefined> {
  for (let at = path;; at = dirname(at)) {
    const info = await Deno.stat(at).catch(() => undefined);
    if (info !== undefined) return info.isDirectory ? undefined : `${at} is not a folder.`;
    if (at === dirname(at)) return undefined;
  }
}

/** Returns the addresses of the network interfaces. Undefined if the system does not provide them. */
function machineAddresses(): string[] | undefined {
  try {
    return Deno.networkInterfaces().map(({ address }) => address);
  } catch {
    return undefined;
  }
}
