import { normaliseLanguage } from "../../../media/languages/languages.ts";
import type { FactKind, FactValue, Operator } from "./schema.ts";

/** Condition on one fact. */
export interface Condition {
  fact: string;
  op: Operator;
  value: FactValue;
}

const OPERATORS_OF: Record<FactKind, readonly Operator[]> = {
  text: ["is", "not", "in", "notIn", "has"],
  number: ["is", "not", "in", "notIn", "lt", "lte", "gt", "gte"],
  flag: ["is", "not"],
  list: ["has", "in", "notIn"],
};

/** Facts whose values are languages. `de`, `ger` and `deu` are considered equal. */
const LANGUAGE_FACTS = new Set(["language", "originalLanguage", "audioLanguages"]);

/** True if all conditions match. A condition on an unknown fact never matches, even if it is negated. */
export const matches = (when: readonly Condition[], facts: Record<string, unknown>): boolean =>
  when.every((condition) => holds(condition, facts[condition.fact]));

function holds({ fact, op, value }: Condition, known: unknown): boolean {
  if (known === undefined || known === null) return false;
  const plain = LANGUAGE_FACTS.has(fact) ? language : text;
  const wanted = Array.isArray(value) ? value.map(plain) : [plain(value)];
  if (Array.isArray(known)) {
    const some = known.map(plain).some((each) => wanted.includes(each));
    return op === "notIn" ? !some : some;
  }
  switch (op) {
    case "is":
    case "in":
      return wanted.includes(plain(known));
    case "not":
    case "notIn":
      return !wanted.includes(plain(known));
    case "has":
      return wanted.some((part) => plain(known).includes(part));
    case "lt":
      return Number(known) < Number(value);
    case "lte":
      return Number(known) <= Number(value);
    case "gt":
      return Number(known) > Number(value);
    case "gte":
      return Number(known) >= Number(value);
  }
}

const text = (value: unknown): string => String(value).toLowerCase();
const language = (value: unknown): string => normaliseLanguage(String(value)) ?? text(value);

/** Returns the reason why a condition is invalid. Undefined if it is valid. */
export function conditionError({ fact, op, value }: Condition, kinds: Record<string, FactKind>): string | undefined {
  const kind = kinds[fact];
  if (kind === undefined) return `The fact ${fact} is not available here.`;
  const known = OPERATORS_OF[kind];
  if (!known.includes(op)) return `${fact} supports ${known.join(", ")}, not ${op}.`;
  const listed = op === "in" || op === "notIn";
  if (Array.isArray(value) !== listed && !(op === "has" && Array.isArray(value))) {
    return listed ? `${op} needs a list of values.` : `${op} needs one value, not a list.`;
  }
  const values = Array.isArray(value) ? value : [value];
  const type = kind === "number" ? "number" : kind === "flag" ? "boolean" : "string";
  return values.every((each) => typeOf(each) === type) ? undefined : `${fact} must be compared with a ${type}.`;
}

/** Describes a condition, for example `channels at least 6`. */
export function conditionText({ fact, op, value }: Condition): string {
  const shown = Array.isArray(value) ? value.join(" or ") : String(value);
  if (value === true && op === "is" || value === false && op === "not") return fact;
  if (value === false && op === "is" || value === true && op === "not") return `not ${fact}`;
  return `${fact} ${WORDS[op]} ${shown}`;
}

const WORDS: Record<Operator, string> = {
  is: "is",
  not: "is not",
  in: "is",
  notIn: "is not",
  lt: "below",
  lte: "at most",
  gt: "above",
  gte: "at least",
  has: "has",
};

const typeOf = (value: unknown): string => typeof value;
