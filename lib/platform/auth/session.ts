import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { SessionRepository } from "../../../db/platform/sessions.ts";
import { type Clock, DAY_MS } from "../../kit/clock.ts";

/** An active login. */
export interface Session {
  username: string;
  /** Key of the session in the database, which is never sent to a client. */
  idDigest: string;
}

/**
 * Sessions in the database. A session that has ended is never valid again, even if its cookie is sent later (safety.md,
 * S-AUTH-8).
 */
export interface Sessions {
  /** Opens a session and returns the cookie value. */
  open(username: string, remembered: boolean): Promise<string>;
  find(cookie: string): Promise<Session | undefined>;
  end(session: Session): Promise<void>;
  /** Ends all sessions except `kept`. */
  endOthers(kept?: Session): Promise<void>;
}

/** Lifetime of a login with "Remember me", and maximum idle time of any other session. */
export const SESSION_TTL_MS = 30 * DAY_MS;
const IDLE_MS = DAY_MS;
/** Minimum time between two updates of a session's last use. */
const SEEN_EVERY_MS = 5 * 60_000;

const COOKIE = /^([0-9a-f]{64})\.([0-9a-f]{64})$/;

/**
 * Creates the service. `secret` signs the cookies, so that the cookie of another instance is rejected without a query.
 */
export function createSessions(
  { repository, clock, secret }: { repository: SessionRepository; clock: Clock; secret: string },
): Sessions {
  const sign = (id: string) => createHmac("sha256", secret).update(id).digest();
  const digest = (id: string) => createHash("sha256").update(id).digest("hex");
  return {
    async open(username, remembered) {
      const id = randomBytes(32).toString("hex");
      const now = clock.now().getTime();
      // Expired sessions are removed at each login.
      await repository.removeOld(now - SESSION_TTL_MS, now - IDLE_MS);
      await repository.add({ idDigest: digest(id), username, createdAt: now, lastSeenAt: now, remembered });
      return `${id}.${sign(id).toString("hex")}`;
    },
    async find(cookie) {
      const [, id = "", signature = ""] = COOKIE.exec(cookie) ?? [];
      if (
        id === "" ||
        !timingSafeEqual(sign(id), new Uint8Array(signature.match(/../g)?.map((pair) => parseInt(pair, 16)) ?? []))
      ) {
        return undefined;
      }
      const row = await repository.get(digest(id));
      if (row === undefined) return undefined;
      const now = clock.now().getTime();
      const ended = row.remembered ? now - row.createdAt >= SESSION_TTL_MS : now - row.lastSeenAt >= IDLE_MS;
      if (ended) {
        await repository.remove(row.idDigest);
        return undefined;
      }
      if (now - row.lastSeenAt >= SEEN_EVERY_MS) await repository.seen(row.idDigest, now);
      return { username: row.username, idDigest: row.idDigest };
    },
    end: ({ idDigest }) => repository.remove(idDigest),
    endOthers: (kept) => repository.removeOthers(kept?.idDigest),
  };
}
