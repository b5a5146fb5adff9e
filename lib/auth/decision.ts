/** What the gate knows of a request. */
export interface GateFacts {
  /** One of the few paths anyone may read. */
  public: boolean;
  authentication: "none" | "basic" | "forms";
  required: "enabled" | "disabledForLocalAddresses";
  /** The caller is on this network. */
  local: boolean;
  key: "none" | "right" | "wrong";
}

export type Decision = { admit: "public" | "key" | "local" } | { refuse: "unauthorized" };

/** Who may go on. The key always works; without one, only local callers where nothing asks for more (S-AUTH-5, S-AUTH-6). */
export function decide({ public: isPublic, authentication, required, local, key }: GateFacts): Decision {
  if (isPublic) return { admit: "public" };
  if (key === "right") return { admit: "key" };
  const needsNothing = authentication === "none" || required === "disabledForLocalAddresses";
  return key === "none" && local && needsNothing ? { admit: "local" } : { refuse: "unauthorized" };
}
