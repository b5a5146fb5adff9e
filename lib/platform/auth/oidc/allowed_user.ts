import * as z from "zod";
import type { Settings } from "../../settings/schema.ts";

/** Settings that decide which users of a provider may log in. */
export type AllowedUsers = Pick<Settings["general"]["security"]["oidc"], "users" | "groups" | "groupsClaim">;

/** A user of a provider. `name` identifies the user in the interface and in events. */
export type Admission = { name: string; allowed: boolean };

const Text = z.string().min(1).max(256).optional().catch(undefined);
const Claims = z.object({
  sub: Text,
  preferred_username: Text,
  email: Text,
  email_verified: z.literal(true).optional().catch(undefined),
});
const Groups = z.array(z.string()).max(1000).catch([]);

/**
 * Decides by the claims of one response of the provider whether a user may log in. Names are compared exactly: neither
 * case nor Unicode is normalised. An entry with @ is only compared with a verified email address, because users can
 * often choose their user name. Pure.
 */
export function allowedUser(claims: Record<string, unknown>, { users, groups, groupsClaim }: AllowedUsers): Admission {
  const { sub = "", preferred_username: username, email, email_verified: verified } = Claims.parse(claims);
  const address = verified === true ? email : undefined;
  const given = Object.hasOwn(claims, groupsClaim) ? Groups.parse(claims[groupsClaim]) : [];
  return {
    name: shownName(username ?? address ?? sub),
    allowed: users.some((entry) => entry === (entry.includes("@") ? address : username)) ||
      groups.some((group) => given.includes(group)),
  };
}

/** Removes control characters and marks that change the direction of text. */
const shownName = (name: string): string => name.replace(/\p{C}/gu, "").slice(0, 200);
