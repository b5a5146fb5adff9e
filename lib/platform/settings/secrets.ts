import * as z from "zod";

/** Placeholder for a stored secret. If it is sent back, the stored value is kept (safety.md, S-SEC-1). */
export const MASK = "********";

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);

const isWrapper = (schema: z.ZodType) =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable;

/** Returns the schema without its default, optional and nullable wrappers. */
export function bare(schema: z.ZodType): z.ZodType {
  let inner = schema;
  while (isWrapper(inner)) inner = inner.unwrap() as z.ZodType;
  return inner;
}

/** True if the schema or one of its wrappers is marked as secret. */
export function isSecret(schema: z.ZodType): boolean {
  for (let inner = schema;; inner = inner.unwrap() as z.ZodType) {
    if (inner.meta()?.secret === true) return true;
    if (!isWrapper(inner)) return false;
  }
}

/**
 * Returns `value` with each secret replaced with the result of `change`, which also receives the dotted key. A secret
 * that is null is treated as not set.
 */
export function mapSecrets(
  schema: z.ZodType,
  value: unknown,
  change: (secret: string, key: string) => string,
  key = "",
): unknown {
  if (isSecret(schema)) return typeof value === "string" || value === null ? change(value ?? "", key) : value;
  const inner = bare(schema);
  const below = (name: string) => key === "" ? name : `${key}.${name}`;
  if (inner instanceof z.ZodObject && isTree(value)) {
    const shape = inner.shape as Record<string, z.ZodType>;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
        return [name, field === undefined ? part : mapSecrets(field, part, change, below(name))];
      }),
    );
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((part, i) => mapSecrets(inner.element as z.ZodType, part, change, below(nameOf(part, i))));
  }
  return value;
}

/**
 * Returns the key of a list entry. It is the ID of the entry if there is one, so that a secret stays with its entry if
 * the list is reordered.
 */
const nameOf = (part: unknown, index: number): string =>
  isTree(part) && typeof part.id === "string" ? `#${part.id}` : String(index);

/** Returns all secrets that are set, by dotted key. */
export function secretsOf(schema: z.ZodType, value: unknown): Map<string, string> {
  const found = new Map<string, string>();
  mapSecrets(schema, value, (secret, key) => {
    if (secret !== "") found.set(key, secret);
    return secret;
  });
  return found;
}

/** Returns the texts that a log must not contain: secrets, and the passwords in secrets that are URLs. */
export const secretTexts = (secrets: Iterable<string>): string[] =>
  [...secrets].flatMap((secret) => {
    const address = /^[a-z]+:\/\//.test(secret) ? URL.parse(secret) : null;
    const credential = address?.password || address?.username;
    return credential ? [secret, credential] : [secret];
  });

/** Returns the value with its secrets redacted: the mask if set, "" if not. */
export const masked = (schema: z.ZodType, value: unknown): unknown =>
  mapSecrets(schema, value, (secret) => secret === "" ? "" : MASK);

/** Returns the value with masks replaced with the secrets in `stored`. */
export function unmasked(schema: z.ZodType, value: unknown, stored: unknown): unknown {
  const secrets = secretsOf(schema, stored);
  return mapSecrets(schema, value, (secret, key) => secret === MASK ? secrets.get(key) ?? "" : secret);
}
