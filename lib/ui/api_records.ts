/** Creates tables of the API's records from the JSON schemas in the API document. */

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

/** Part of a field's type, as shown in a table: text, or a link to another record. */
export type TypePart = string | { record: string };

export interface RecordField {
  /** Dotted name of the field. The name of a list ends in `[]`. */
  name: string;
  type: TypePart[];
  meaning: string;
}

/** A named schema and its fields, including those of nested objects. */
export interface ApiRecord {
  name: string;
  description: string;
  type: TypePart[];
  fields: RecordField[];
}

/** Returns the records by name. Pure. */
export const apiRecords = (schemas: Readonly<Record<string, RecordSchema>>): ApiRecord[] =>
  Object.entries(schemas).sort(([a], [b]) => a < b ? -1 : 1).map(([name, schema]) => ({
    name,
    description: schema.description ?? "",
    type: typeOf(schema),
    fields: fieldsOf(schema, ""),
  }));

/** Returns the type of a schema: a type of value, its permitted values, or another record. Pure. */
export function typeOf(schema: RecordSchema): TypePart[] {
  if (schema.$ref) return [{ record: schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1) }];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum) return [schema.enum.map((value) => JSON.stringify(value)).join(", ")];
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (parts) return joined(parts.map(typeOf), schema.allOf ? " and " : " or ");
  const type = [schema.type ?? "any"].flat().join(" or ");
  if (type === "array") return ["list of ", ...schema.items ? typeOf(schema.items) : ["any"]];
  if (type === "object" && typeof schema.additionalProperties === "object" && !schema.properties) {
    return ["map of ", ...typeOf(schema.additionalProperties)];
  }
  return [type];
}

/** Joins types with a separator, without duplicates. */
function joined(types: TypePart[][], separator: string): TypePart[] {
  const different = new Map(types.map((type) => [JSON.stringify(type), type]));
  return [...different.values()].flatMap((type, i) => i === 0 ? type : [separator, ...type]);
}

/**
 * Returns the fields of the objects in a schema. If the schema has alternatives, fields that only some of them have are
 * labelled.
 */
function fieldsOf(schema: RecordSchema, at: string): RecordField[] {
  const inner = schema.type === "array" ? schema.items ?? {} : schema;
  const below = inner === schema ? at : `${at}[]`;
  const holds = ({ properties }: RecordSchema) => properties !== undefined;
  const alternatives = [...inner.anyOf ?? [], ...inner.oneOf ?? []].filter(holds);
  return [
    ...[inner, ...inner.allOf ?? []].flatMap((object) => ownFields(object, below)),
    ...alternatives.flatMap((object, i) =>
      ownFields(object, below, alternatives.length === 1 ? "" : `alternative ${i + 1}`)
    ),
  ];
}

function ownFields({ properties = {}, required = [] }: RecordSchema, at: string, note = ""): RecordField[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = at === "" ? name : `${at}.${name}`;
    const parts = [field.description ?? "", limitsOf(field), required.includes(name) ? "" : "optional", note];
    const meaning = parts.filter((part) => part !== "").join("; ").replaceAll(".; ", ". ");
    return [{ name: path, type: typeOf(field), meaning }, ...fieldsOf(field, path)];
  });
}

/** Returns the limits and the default of a value, if it has any. */
function limitsOf({ minimum, maximum, maxLength, maxItems, default: value }: RecordSchema): string {
  const finite = (limit: number | undefined) => limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  return [
    finite(minimum) ? `at least ${minimum}` : "",
    finite(maximum) ? `at most ${maximum}` : "",
    maxLength === undefined ? "" : `at most ${maxLength} characters`,
    maxItems === undefined ? "" : `at most ${maxItems} items`,
    value === undefined || typeof value === "object" ? "" : `default ${JSON.stringify(value)}`,
  ].filter((part) => part !== "").join(", ");
}
