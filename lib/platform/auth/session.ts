import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { SessionRepository } from "../../../db/platform/sessions.ts";
import { type Clock, DAY_MS } from "../../kit/clock.ts";

/** A login that is in force. */
export interface Session {
  username: string;
  /** What the store knows it by; never sent anywhere. */
  idDigest: string;
}

/** Sessions live in the store: ending one ends it for good, whatever cookie is shown afterwards (safety.md, S-AUTH-8). */
export interface Sessions {
  /** Answers the cookie's value. */
  open(username: string, remembered: boolean): Promise<string>;
  find(cookie: string): Promise<Session | undefined>;
  end(session: Session): Promise<void>;
  /** Ends every session, but for the one to keep. */
  endOthers(kept?: Session): Promise<void>;
}

/** How long Remember me lasts, from the login on; and how long another session may stay unused. */
export const REMEMBERED_MS = 30 * DAY_MS;
const IDLE_MS = DAY_MS;
/** The last sight of a session is written down this often at most. */
const SEEN_EVERY_MS = 5 * 60_000;

const COOKIE = /^([0-9a-f]{64})\.([0-9a-f]{64})$/;

/** `secret` signs the cookies; a cookie of another instance does not even reach the store. */
export function createSessions(
  { repository, clock, secret }: { repository: SessionRepository; clock: Clock; secret: string },
): Sessions {
  const sign = (id: string) => createHmac("sha256", secret).update(id).digest();
  const digest = (id: string) => createHash("sha256").update(id).digest("hex");
  return {
    async open(username, remembered) {
      const id = randomBytes(32).toString("hex");
      const now = clock.now().getTime();
      // What could not be used any more is forgotten whenever somebody comes in.
      await repository.removeOld(now - REMEMBERED_MS, now - IDLE_MS);
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
      const ended = row.remembered ? now - row.createdAt >= REMEMBERED_MS : now - row.lastSeenAt >= IDLE_MS;
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
