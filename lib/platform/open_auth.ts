import type { KeyValueRepository } from "../../db/platform/key_values.ts";
import { loginFailureRepository } from "../../db/platform/login_failures.ts";
import { sessionRepository } from "../../db/platform/sessions.ts";
import { randomHex } from "../kit/id.ts";
import { later } from "../kit/lazy.ts";
import { createAuth } from "./auth/auth.ts";
import type { Oidc } from "./auth/oidc/service.ts";
import type { PasswordOptions } from "./auth/password.ts";
import type { Auth } from "./auth/service.ts";
import type { Core } from "./core.ts";
import type { EventLog } from "./events/event_log.ts";

/** Services that authentication needs. */
export interface AuthDeps extends Pick<Core<never>, "settings" | "store" | "keyValues" | "clock" | "log"> {
  events: EventLog;
  passwords?: PasswordOptions;
  /** True after a restore, to end all sessions and replace the secret that signs cookies. */
  endSessions: boolean;
}

/** Creates the authentication service. Rejected logins are recorded as events. */
export async function openAuth(deps: AuthDeps): Promise<Auth> {
  const { settings, store, keyValues, events, clock, log, passwords, endSessions } = deps;
  const sessions = sessionRepository(store);
  const secret = await cookieSecret(keyValues, endSessions);
  if (endSessions) await sessions.removeOthers();
  return await createAuth({
    settings,
    sessions,
    failures: loginFailureRepository(store),
    secret,
    clock,
    passwords,
    onFailure: (what, { address }, username) => {
      const who = username === undefined ? "" : ` as ${JSON.stringify(username.slice(0, 100))}`;
      events.record({
        level: "warning",
        source: "auth",
        message: `An incorrect ${what} was rejected.`,
        details: `From ${address}${who}`,
      });
      log("warn", `An incorrect ${what} was rejected.`, { address });
    },
    onError: (error) => log("warn", "A login attempt could not be recorded.", { error }),
  });
}

/** Services that the login at a provider needs. */
export interface OidcDeps extends Pick<Core<never>, "settings" | "http" | "clock" | "log"> {
  auth: Auth;
  events: EventLog;
}

/** Creates the login at an OpenID Connect provider. Its code is loaded by the first login. */
export const openOidc = ({ settings, http, clock, log, auth, events }: OidcDeps): Oidc =>
  later<Oidc, keyof Oidc>(async () =>
    (await import("./auth/oidc/oidc.ts")).createOidc({
      settings,
      http,
      clock,
      auth,
      onFailure: (cause, address) => {
        const message = "A login with OpenID Connect was rejected.";
        events.record({ level: "warning", source: "auth", message, details: `From ${address}: ${cause}` });
        log("warn", message, { address, cause });
      },
    }), ["start", "finish", "logoutUrl", "test"]).calls;

/** Returns the secret that signs cookies. It is created once, and replaced if `replace` is set. */
async function cookieSecret(keyValues: KeyValueRepository, replace: boolean): Promise<string> {
  const known = replace ? undefined : await keyValues.get("auth.secret");
  if (typeof known === "string" && known.length === 64) return known;
  const secret = randomHex(32);
  await keyValues.set("auth.secret", secret);
  return secret;
}
