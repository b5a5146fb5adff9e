/** Writes tables of the API's records from the schemas that validate them. */

/** The part of a JSON schema that the tables use. */
export interface RecordSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  items?: RecordSchema;
  anyOf?: RecordSchema[];
  oneOf?: RecordSchema[];
  allOf?: RecordSchema[];
  properties?: Record<string, RecordSchema>;
  additionalProperties?: RecordSchema | boolean;
  required?: string[];
}

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** Describes a schema briefly: type, values, item type. Pure. */
export function typeText(schema: RecordSchema): string {
  if (schema.$ref) return `[${nameOf(schema.$ref)}](#${nameOf(schema.$ref).toLowerCase()})`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(", ");
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (parts) return [...new Set(parts.map(typeText))].join(schema.allOf ? " and " : " or ");
  const type = [schema.type ?? "any"].flat().join(" or ");
  if (type === "array") return `list of ${schema.items ? typeText(schema.items) : "any"}`;
  if (type === "object" && typeof schema.additionalProperties === "object" && !schema.properties) {
    return `map of ${typeText(schema.additionalProperties)}`;
  }
  return type;
}

/** Describes the limits of a value, if it has any. Pure. */
function limitText({ minimum, maximum, maxLength, maxItems, default: value }: RecordSchema): string {
  const finite = (limit: number | undefined) => limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  return [
    finite(minimum) ? `from ${minimum}` : "",
    finite(maximum) ? `to ${maximum}` : "",
    maxLength === undefined ? "" : `at most ${maxLength} characters`,
    maxItems === undefined ? "" : `at most ${maxItems} items`,
    value === undefined || typeof value === "object" ? "" : `else ${JSON.stringify(value)}`,
  ].filter(Boolean).join(", ");
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** Returns one table per named schema with fields, sorted by name. Pure. */
export function recordsText(schemas: Readonly<Record<string, RecordSchema>>): string {
  const tables = Object.entries(schemas).sort(([a], [b]) => a < b ? -1 : 1).flatMap(([name, schema]) => {
    const head = [`## ${name}`, "", ...(schema.description ? [schema.description, ""] : [])];
    const fields = Object.entries(schema.properties ?? {});
    if (fields.length === 0) return [...head, typeText({ ...schema, $ref: undefined } as RecordSchema), ""];
    const rows = fields.map(([field, value]) => {
      const may = schema.required?.includes(field) ? "" : "may be absent";
      const words = [value.description ?? "", limitText(value), may].filter(Boolean).join("; ");
      return `| ${field} | ${cell(typeText(value))} | ${cell(words)} |`;
    });
    return [...head, "| field | type | meaning |", "| --- | --- | --- |", ...rows, ""];
  });
  return [
    "# Records of the API",
    "",
    "Made from the schemas that check requests and answers: `LATHE_RECORDS=write deno test -A routes/records_test.ts` writes",
    "this file anew. Addresses, methods and codes are in `/api/openapi.json` and drawn at `/api/docs`.",
    "",
    ...tables,
  ].join("\n");
}
