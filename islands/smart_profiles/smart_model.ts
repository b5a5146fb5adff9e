/** Data of the smart profile editor: the JSON of the API, and the facts and fields that its page lists. */

export type Kind = "text" | "number" | "flag" | "list";
export type Value = string | number | boolean | (string | number)[];

export interface Condition {
  fact: string;
  op: string;
  value: Value;
}

export interface Rule {
  name: string;
  when: Condition[];
  /** Nested settings: `{ container, video: {...}, ... }`. */
  set: Record<string, unknown>;
}

export interface StreamRule {
  when: Condition[];
  action: string;
  encoder?: string;
  bitrate?: number;
  channels?: number;
}

export interface SmartDraft {
  name: string;
  description: string;
  mediaType: string;
  baseProfileId: string;
  rules: Rule[];
  audioRules: StreamRule[];
  subtitleRules: StreamRule[];
  skip: { minSavingPercent: number; keepCodecs: string[]; maxVideoKbpsPerMegapixel: number };
  onNothing: string;
}

/** One field that a rule may set. */
export interface Settable {
  /** Dotted path such as `video.quality`. */
  path: string;
  kind: Kind | "choice";
  /** Options of a choice, as JSON values. */
  options?: (string | number)[];
  /** Reasons why this machine cannot use an option, by option. */
  obstacles?: Record<string, string>;
}

const OPERATORS: Record<Kind, [op: string, label: string][]> = {
  text: [["is", "is"], ["not", "is not"], ["in", "is one of"], ["notIn", "is none of"], ["has", "contains"]],
  number: [
    ["is", "is"],
    ["not", "is not"],
    ["lt", "is below"],
    ["lte", "is at most"],
    ["gt", "is above"],
    ["gte", "is at least"],
    ["in", "is one of"],
  ],
  flag: [["is", "is"]],
  list: [["has", "has"], ["in", "has one of"], ["notIn", "has none of"]],
};

export const operatorsOf = (kind: Kind): [op: string, label: string][] => OPERATORS[kind];

/** Parses a number. Returns 0 for invalid input. */
export const numberOf = (text: string): number => Number(text) || 0;

export const integerOf = (text: string): number => Math.round(Number(text)) || 0;

/** Splits a comma-separated list and drops empty parts. */
export const listOf = (text: string): string[] => text.split(",").map((part) => part.trim()).filter(Boolean);

/** Parses input into a value of the type that a fact and an operator require. */
export function valueOf(text: string, kind: Kind, op: string): Value {
  if (kind === "flag") return text === "true";
  const one = (part: string) => kind === "number" ? numberOf(part) : part;
  if (op !== "in" && op !== "notIn") return one(text.trim());
  return listOf(text).map(one);
}

export const textOf = (value: unknown): string => Array.isArray(value) ? value.join(", ") : String(value ?? "");

/** Flattens the values that a rule sets: `["video.quality", 19]`. */
export function pairsOf(set: Record<string, unknown>): [string, unknown][] {
  return Object.entries(set).flatMap(([part, value]): [string, unknown][] =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([key, inner]) => [`${part}.${key}`, inner])
      : value === undefined
      ? []
      : [[part, value]]
  );
}

/** Converts the pairs of `pairsOf` back to nested values. */
export function setOf(pairs: [string, unknown][]): Record<string, unknown> {
  const set: Record<string, unknown> = {};
  for (const [path, value] of pairs) {
    const [part = "", key] = path.split(".");
    if (key === undefined) set[part] = value;
    else set[part] = { ...(set[part] as Record<string, unknown> | undefined), [key]: value };
  }
  return set;
}

/** Returns the initial value of a newly selected field. */
export function firstValue({ kind, options }: Settable): unknown {
  if (kind === "choice") return options?.[0] ?? "";
  return kind === "flag" ? true : kind === "number" ? 0 : kind === "list" ? [] : "";
}

/** Returns the request body of the preview. If the path is empty, the server uses its own sample. */
export const previewBody = (smart: SmartDraft, path: string): { smart: SmartDraft; path?: string } => ({
  smart,
  ...(path === "" ? {} : { path }),
});

/** Changes the fact, operator or text of a condition. Keeps the parts that the new fact allows. */
export function changedCondition(
  { fact, op, value }: Condition,
  next: { fact?: string; op?: string; text?: string },
  kinds: Record<string, Kind>,
): Condition {
  const toFact = next.fact ?? fact;
  const toKind = kinds[toFact] ?? "text";
  const known = operatorsOf(toKind);
  const toOp = next.op ?? (known.some(([each]) => each === op) ? op : known[0]?.[0] ?? "is");
  return { fact: toFact, op: toOp, value: valueOf(next.text ?? textOf(value), toKind, toOp) };
}

/** Returns an initial condition with the first fact. */
export function firstCondition(kinds: Record<string, Kind>): Condition {
  const [fact = ""] = Object.keys(kinds);
  const kind = kinds[fact] ?? "text";
  return { fact, op: operatorsOf(kind)[0]?.[0] ?? "is", value: valueOf("", kind, "is") };
}

/** Changes the action of a stream rule. Only `encode` has an encoder, which is kept. */
export const withAction = (rule: StreamRule, action: string, encoders: string[]): StreamRule =>
  action === "encode" ? { ...rule, action, encoder: rule.encoder ?? encoders[0] } : { when: rule.when, action };

/** Parses input into the value of a field. */
export function settingOf(kind: Settable["kind"], text: string): unknown {
  return kind === "number" ? numberOf(text) : kind === "list" ? listOf(text) : text;
}

/** Returns the list with one item replaced, or removed if `item` is undefined. */
export const replaced = <T>(list: T[], at: number, item: T | undefined): T[] =>
  list.flatMap((old, i) => i !== at ? [old] : item === undefined ? [] : [item]);

export function moved<T>(list: T[], at: number, by: number): T[] {
  const to = at + by;
  const item = list[at];
  if (item === undefined || to < 0 || to >= list.length) return list;
  const rest = list.toSpliced(at, 1);
  return rest.toSpliced(to, 0, item);
}
