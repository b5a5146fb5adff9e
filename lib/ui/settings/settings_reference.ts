import * as z from "zod";
import { allSettings, helpOf, type Setting } from "../../platform/settings/all_settings.ts";
import { bare } from "../../platform/settings/secrets.ts";

/** Replaces each `<!-- settings: SECTION … -->` in a document with the table of these sections. */
export const withSettings = (markdown: string): string =>
  markdown.replaceAll(/^<!-- settings: (.+) -->$/gm, (_, sections: string) => settingsTable(sections.split(" ")));

/** Returns a Markdown table of the settings in these sections, including entries of lists. */
function settingsTable(sections: readonly string[]): string {
  const rows = allSettings().filter(({ section }) => sections.includes(section)).flatMap((setting) => [
    [setting.key, defaultOf(setting), textOf(setting)],
    ...entryRows(setting),
  ]);
  const cell = (text = "") => text.replaceAll("|", "\\|");
  return [
    "| key | default | description |",
    "| --- | --- | --- |",
    ...rows.map(([key, standard, text]) => `| \`${key}\` | ${cell(standard)} | ${cell(text)} |`),
  ].join("\n");
}

/** Returns the texts of a setting as one description. Limits and default are in the schema. */
export const describeSetting = (setting: Setting): string =>
  sentences([`${setting.label}.`, optionsOf(setting), helpOf(setting), setting.details]);

const textOf = (setting: Setting): string =>
  sentences([
    `**${setting.label}.**`,
    limitsOf(setting.schema),
    optionsOf(setting),
    helpOf(setting),
    setting.details,
  ]);

const sentences = (texts: readonly (string | undefined)[]): string =>
  texts.filter((text) => text !== undefined).join(" ");

function limitsOf(schema: z.ZodType): string | undefined {
  const kind = bare(schema);
  return kind instanceof z.ZodNumber ? `${kind.minValue} to ${kind.maxValue}.` : undefined;
}

function optionsOf({ options = {} }: Setting): string | undefined {
  const named = Object.entries(options).filter(([value]) => value !== "");
  return named.length === 0
    ? undefined
    : `${
      named.map(([value, label]) => value === label.toLowerCase() ? `\`${value}\`` : `\`${value}\` = ${label}`).join(
        "; ",
      )
    }.`;
}

function defaultOf({ standard, empty, options }: Setting): string {
  if (typeof standard === "boolean") return standard ? "on" : "off";
  if (typeof standard === "number") return String(standard);
  const values = (Array.isArray(standard) ? standard : [standard]).filter((value) => typeof value === "string");
  const shown = values.filter((value) => value !== "");
  return shown.length > 0 ? shown.map((value) => `\`${value}\``).join(", ") : empty ?? options?.[""] ?? "none";
}

/** Returns a table row for each field of a list's entries, if the field has texts. */
function entryRows({ key, schema }: Setting): string[][] {
  const list = bare(schema);
  const entry = list instanceof z.ZodArray ? bare(list.element as z.ZodType) : undefined;
  if (!(entry instanceof z.ZodObject)) return [];
  return Object.entries(entry.shape as Record<string, z.ZodType>)
    .filter(([, field]) => field.description !== undefined)
    .map(([name, field]) => [`${key}[].${name}`, "", `${field.description}.${choicesOf(field)}`]);
}

function choicesOf(field: z.ZodType): string {
  const kind = bare(field);
  const inner = kind instanceof z.ZodPipe ? bare(kind.out as z.ZodType) : kind;
  const values = inner instanceof z.ZodArray ? bare(inner.element as z.ZodType) : inner;
  return values instanceof z.ZodEnum ? ` ${values.options.map((value) => `\`${value}\``).join(", ")}.` : "";
}
