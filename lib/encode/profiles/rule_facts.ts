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

/** Answers what the rules for settings ask, from this machine as it is. */
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

/** Why a folder cannot be made, by the nearest thing above it that exists; undefined when it can, or is there. */
async function unmakeable(path: string): Promise<string | undefined> {
  for (let at = path;; at = dirname(at)) {
    const info = await Deno.stat(at).catch(() => undefined);
    if (info !== undefined) return info.isDirectory ? undefined : `${at} is not a folder.`;
    if (at === dirname(at)) return undefined;
  }
}

/** The addresses of the network interfaces; undefined where the system does not tell. */
function machineAddresses(): string[] | undefined {
  try {
    return Deno.networkInterfaces().map(({ address }) => address);
  } catch {
    return undefined;
  }
}
