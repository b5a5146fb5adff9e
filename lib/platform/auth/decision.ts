/** Facts about a request on which its authorisation depends. */
export interface GateFacts {
  /** True if the path needs no authentication. */
  public: boolean;
  authentication: "none" | "basic" | "forms";
  required: "enabled" | "disabledForLocalAddresses";
  /** True if the caller is on the local network. */
  local: boolean;
  key: "none" | "right" | "wrong";
  /**
   * Result of checking the session (Forms mode) or the user name and password (Basic mode). An ended session is treated
   * as none.
   */
  login: "none" | "right" | "wrong";
}

/** Reason why a request is allowed. A refusal becomes status 401 or the login page. */
export type Decision = { admit: "public" | "key" | "login" | "local" } | { refuse: "unauthorized" };

/**
 * Decides whether a request is allowed. A correct key is always allowed. A wrong credential is never allowed, even if
 * none is needed. Without a credential, only local callers are allowed, and only if the settings require no login
 * (safety.md, S-AUTH-5, S-AUTH-6).
 */
export function decide({ public: isPublic, authentication, required, local, key, login }: GateFacts): Decision {
  if (isPublic) return { admit: "public" };
  if (key === "wrong" || login === "wrong") return { refuse: "unauthorized" };
  if (key === "right") return { admit: "key" };
  if (login === "right") return { admit: "login" };
  const needsNothing = authentication === "none" || required === "disabledForLocalAddresses";
  return local && needsNothing ? { admit: "local" } : { refuse: "unauthorized" };
}
