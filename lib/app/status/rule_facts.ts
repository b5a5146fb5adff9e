import { isMusicContainer } from "../../encode/profiles/containers.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import { isSmart } from "../../encode/profiles/smart/schema.ts";
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
    certificateProblem: (host) =>
      readCertificate(host).then(() => undefined, (error) => {
        if (error instanceof Fault) return error.message;
        throw error;
      }),
    missingParts,
  };
}

/** The addresses of the network interfaces; undefined where the system does not tell. */
function machineAddresses(): string[] | undefined {
  try {
    return Deno.networkInterfaces().map(({ address }) => address);
  } catch {
    return undefined;
  }
}
