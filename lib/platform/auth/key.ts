import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** API key in a request. */
export type PresentedKey = { kind: "none" } | { kind: "malformed" } | { kind: "key"; value: string };

/**
 * Reads the key from the `X-Api-Key` header and the `apikey` query parameter. Repeated or different keys are malformed,
 * which is treated as a wrong key (safety.md, S-AUTH-6). The same applies to a similar parameter name such as
 * `apikey[]`.
 */
export function presentedKey(header: string | null, parameters: URLSearchParams): PresentedKey {
  const query = parameters.getAll("apikey");
  const odd = [...parameters.keys()].some((name) => name !== "apikey" && /^apikey(\W.*)?$/i.test(name));
  if (odd) return { kind: "malformed" };
  const shown = [...(header === null ? [] : [header]), ...query];
  const [value] = shown;
  if (value === undefined) return { kind: "none" };
  const joined = header?.includes(",") ?? false;
  if (query.length > 1 || joined || value === "" || shown.some((other) => other !== value)) {
    return { kind: "malformed" };
  }
  return { kind: "key", value };
}

/** Creates a function that compares two texts in constant time, by hashing them with a random key of this process. */
export function createKeyCheck(): (given: string, actual: string) => boolean {
  const secret = randomBytes(32);
  const digest = (text: string) => createHmac("sha256", secret).update(text).digest();
  return (given, actual) => timingSafeEqual(digest(given), digest(actual)) && actual !== "";
}
