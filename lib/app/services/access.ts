import type { KeyValueRepository } from "../../../db/platform/key_values.ts";
import { loginFailureRepository } from "../../../db/platform/login_failures.ts";
import { sessionRepository } from "../../../db/platform/sessions.ts";
import type { Store } from "../../../db/store.ts";
import type { Clock } from "../../kit/clock.ts";
import { randomHex } from "../../kit/id.ts";
import type { Log } from "../../kit/log.ts";
import { createAuth } from "../../platform/auth/auth.ts";
import type { PasswordOptions } from "../../platform/auth/password.ts";
import type { Auth } from "../../platform/auth/service.ts";
import type { EventLog } from "../../platform/events/event_log.ts";
import type { StoredSettings } from "../../platform/settings/store.ts";

/** What authentication and sessions are built from. */
export interface AccessDeps {
  settings: StoredSettings;
  store: Store;
  keyValues: KeyValueRepository;
  events: EventLog;
  clock: Clock;
  log: Log;
  passwords?: PasswordOptions;
  /** After a restore: nobody is logged in, and what signed the cookies does so no longer. */
  endSessions: boolean;
}

/** Builds what proves who somebody is; refused tries are events. */
export async function openAuth(deps: AccessDeps): Promise<Auth> {
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
        message: `A wrong ${what} was refused.`,
        details: `From ${address}${who}`,
      });
      log("warn", `A wrong ${what} was refused.`, { address });
    },
    onError: (error) => log("warn", "A login's bookkeeping failed.", { error }),
  });
}

/** What signs this instance's cookies; made once, and anew when asked. */
async function cookieSecret(keyValues: KeyValueRepository, anew: boolean): Promise<string> {
  const known = anew ? undefined : await keyValues.get("auth.secret");
  if (typeof known === "string" && known.length === 64) return known;
  const secret = randomHex(32);
  await keyValues.set("auth.secret", secret);
  return secret;
}
