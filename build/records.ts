import { type ApiRecord, apiRecords, type RecordSchema, type TypePart } from "../lib/ui/api_records.ts";
import { table } from "./table.ts";

/** Returns the records of the API document as Markdown. Pure. */
export const recordsText = (schemas: Readonly<Record<string, RecordSchema>>): string =>
  ["# Records of the API", ...apiRecords(schemas).map(sectionOf)].join("\n\n") + "\n";

const sectionOf = ({ name, description, type, fields }: ApiRecord): string =>
  [
    `## ${name}`,
    ...description === "" ? [] : [description],
    fields.length === 0
      ? typeText(type)
      : table(["field", "type", "meaning"], fields.map((field) => [field.name, typeText(field.type), field.meaning])),
  ].join("\n\n");

const typeText = (parts: TypePart[]): string =>
  parts.map((part) => typeof part === "string" ? part : `[${part.record}](#${part.record.toLowerCase()})`).join("");
