import { Buffer } from "node:buffer";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { createPool } from "../../kit/async.ts";

/**
 * Hashes passwords with salted scrypt. The cost is stored with each hash, so that it can be increased later (safety.md,
 * S-AUTH-7).
 */
export interface Passwords {
  /** Returns `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>`, the last two in base64. */
  hash(password: string): Promise<string>;
  /** Verifies a password. `outdated` is true if the password is right, but its hash has an old cost. */
  verify(password: string, stored: string): Promise<{ right: boolean; outdated: boolean }>;
}

/** Options that only tests set, because a real hash is intentionally slow. */
export interface PasswordOptions {
  /** log2 of scrypt's N. 17 needs 128 MB and about 0.3 seconds. Tests use a lower value. */
  cost?: number;
  /** Computes the hash. Tests replace it to count the calls. */
  derive?: typeof scrypt;
}

const BLOCK = 8;
const PARALLEL = 1;
const LENGTH = 32;
/** Maximum stored cost. A hash with a higher cost is rejected, because verifying it would exhaust the memory. */
const MAX_COST_LOG2 = 20;
const FORMAT = /^scrypt\$(\d{1,2})\$8\$1\$([A-Za-z0-9+/=]{8,64})\$([A-Za-z0-9+/=]{44})$/;

/**
 * Creates the password hasher. It computes at most two hashes at a time, outside the main thread, so that many logins
 * cannot block other work.
 */
export function createPasswords({ cost = 17, derive: compute = scrypt }: PasswordOptions = {}): Passwords {
  const pool = createPool({ running: 2, waiting: 32 });
  const derive = (password: string, salt: Buffer, log2: number): Promise<Buffer> =>
    pool(() =>
      new Promise((resolve, reject) =>
        compute(
          password.normalize("NFC"),
          salt,
          LENGTH,
          { N: 2 ** log2, r: BLOCK, p: PARALLEL, maxmem: 256 * BLOCK * 2 ** log2 },
          (error, key) => error ? reject(error) : resolve(key),
        )
      )
    );
  // Hash that passwords of unknown accounts are compared with, so that the check takes as long as for known accounts.
  const nobody = `scrypt$${cost}$${BLOCK}$${PARALLEL}$${randomBytes(16).toString("base64")}$${
    randomBytes(LENGTH).toString("base64")
  }`;
  return {
    async hash(password) {
      const salt = randomBytes(16);
      const key = await derive(password, salt, cost);
      return `scrypt$${cost}$${BLOCK}$${PARALLEL}$${salt.toString("base64")}$${key.toString("base64")}`;
    },
    async verify(password, stored) {
      const known = FORMAT.exec(stored) ?? FORMAT.exec(nobody);
      const [, log2 = "", salt = "", hash = ""] = known ?? [];
      if (Number(log2) > MAX_COST_LOG2) return { right: false, outdated: false };
      const key = await derive(password, Buffer.from(salt, "base64"), Number(log2));
      const right = timingSafeEqual(key, Buffer.from(hash, "base64")) && isHash(stored);
      return { right, outdated: right && Number(log2) !== cost };
    },
  };
}

/** True if a stored password is a hash in this format. */
export const isHash = (stored: string): boolean => FORMAT.test(stored);
