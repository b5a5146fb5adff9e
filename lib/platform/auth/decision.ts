/** What the gate knows of a request. */
export interface GateFacts {
  /** One of the few paths anyone may read. */
  public: boolean;
  authentication: "none" | "basic" | "forms";
  required: "enabled" | "disabledForLocalAddresses";
  /** The caller is on this network. */
  local: boolean;
  key: "none" | "right" | "wrong";
  /** A session in mode Forms, user name and password in mode Basic. A session that has ended is none. */
  login: "none" | "right" | "wrong";
}

/** By what a request is admitted; a refusal becomes status 401 or the login page. */
export type Decision = { admit: "public" | "key" | "login" | "local" } | { refuse: "unauthorized" };

/**
 * Who may go on. The key always works; a wrong credential never does, even where none would be needed; without one, only
 * local callers where nothing asks for more (safety.md, S-AUTH-5, S-AUTH-6).
 */
export function decide({ public: isPublic, authentication, required, local, key, login }: GateFacts): Decision {
  if (isPublic) return { admit: "public" };
  if (key === "wrong" || login === "wrong") return { refuse: "unauthorized" };
  if (key === "right") return { admit: "key" };
  if (login === "right") return { admit: "login" };
  const needsNothing = authentication === "none" || required === "disabledForLocalAddresses";
  return local && needsNothing ? { admit: "local" } : { refuse: "unauthorized" };
}
