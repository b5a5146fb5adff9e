import * as z from "zod";

/** What a stored secret reads as; writing it back keeps what is stored (safety.md, S-SEC-1). */
export const MASK = "********";

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);

const isWrapper = (schema: z.ZodType) =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable;

/** The schema under defaults, optionals and nullables. */
export function bare(schema: z.ZodType): z.ZodType {
  let inner = schema;
  while (isWrapper(inner)) inner = inner.unwrap() as z.ZodType;
  return inner;
}

/** True when the schema or a wrapper of it carries the secret mark. */
function isSecret(schema: z.ZodType): boolean {
  for (let inner = schema;; inner = inner.unwrap() as z.ZodType) {
    if (inner.meta()?.secret === true) return true;
    if (!isWrapper(inner)) return false;
  }
}

/**
 * Answers `value` with every secret the schema marks passed through `change`, which also gets its dotted key. A null
 * secret is one that is not set.
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

/** List entries with an id are told apart by it, so that a secret stays with its entry when the list is reordered. */
const nameOf = (part: unknown, index: number): string =>
  isTree(part) && typeof part.id === "string" ? `#${part.id}` : String(index);

/** Every set secret with its dotted key. */
export function secretsOf(schema: z.ZodType, value: unknown): Map<string, string> {
  const found = new Map<string, string>();
  mapSecrets(schema, value, (secret, key) => {
    if (secret !== "") found.set(key, secret);
    return secret;
  });
  return found;
}

/** What a log must not hold: the secrets, and the passwords within those that are addresses. */
export const secretTexts = (secrets: Iterable<string>): string[] =>
  [...secrets].flatMap((secret) => {
    const address = /^[a-z]+:\/\//.test(secret) ? URL.parse(secret) : null;
    const credential = address?.password || address?.username;
    return credential ? [secret, credential] : [secret];
  });

/** The value with its secrets hidden: the mask when set, "" when not. */
export const masked = (schema: z.ZodType, value: unknown): unknown =>
  mapSecrets(schema, value, (secret) => secret === "" ? "" : MASK);

/** The value with masks replaced by what `stored` holds at the same place. */
export function unmasked(schema: z.ZodType, value: unknown, stored: unknown): unknown {
  const secrets = secretsOf(schema, stored);
  return mapSecrets(schema, value, (secret, key) => secret === MASK ? secrets.get(key) ?? "" : secret);
}
