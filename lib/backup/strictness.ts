import type { Settings } from "../settings/schema.ts";

type Security = Settings["general"]["security"];

/** How hard it is to come in without a credential, greater is harder. */
const strictness = ({ authentication, authenticationRequired, password }: Security): number =>
  authentication === "none" || password === "" ? 0 : authenticationRequired === "enabled" ? 2 : 1;

/**
 * The restored settings, with the door as it is now when it would be opened wider by them (safety.md, S-DB-7): mode,
 * login and key stay together.
 */
export function withDoorKept(restored: Settings, current: Settings): Settings {
  const now = current.general.security;
  if (strictness(restored.general.security) >= strictness(now)) return restored;
  const { authentication, authenticationRequired, username, password, passwordSet, apiKey } = now;
  return {
    ...restored,
    general: {
      ...restored.general,
      security: {
        ...restored.general.security,
        authentication,
        authenticationRequired,
        username,
        password,
        passwordSet,
        apiKey,
      },
    },
  };
}
