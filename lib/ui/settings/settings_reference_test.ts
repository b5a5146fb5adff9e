import { deepStrictEqual as same, match, ok } from "node:assert/strict";
import { settingAt } from "../../platform/settings/all_settings.ts";
import { settingsJsonSchema } from "./settings_json_schema.ts";
import { describeSetting, withSettings } from "./settings_reference.ts";

/** Returns the row of a setting in the table of a section. */
function rowOf(section: string, key: string): string[] {
  const table = withSettings(`a\n\n<!-- settings: ${section} -->\n\nb`);
  match(table, /^a\n\n\| key \| default \| description \|\n/);
  const row = table.split("\n").find((line) => line.startsWith(`| \`${key}\` |`));
  ok(row !== undefined, table);
  return row.split(" | ").slice(1).map((cell) => cell.replace(/ \|$/, ""));
}

Deno.test("settings reference: a row contains the default, label, limits, values and help of the field", () => {
  same(rowOf("encoding", "concurrency"), [
    "1",
    "**Concurrent jobs.** 0 to 32. 0 = no encode starts, except on GPUs with a limit. Increase it for hardware encoders or many cores.",
  ]);
  same(rowOf("host", "general.host.urlBase"), [
    "none",
    "**URL base.** Sub-path behind a reverse proxy. Empty = none. Restart required.",
  ]);
  same(rowOf("encoding", "transcodeTemp"), [
    "`transcodes`",
    "**Where encodes are written.** `transcodes` = in the transcodes folder; `output` = next to the final file. Files in " +
    "the transcodes folder are moved once they are finished. Choose `output` if that folder is too small.",
  ]);
  same(rowOf("updates", "general.updates.mechanism")[0], "detected automatically");
  same(rowOf("auto", "auto.profiles.tv"), ["the default profile", "**Profile for new series.**"]);
  same(rowOf("experiments", "experiments.barcode"), ["off", "**Scan disc barcodes with a phone.**"]);
});

Deno.test("settings reference: a list is followed by the fields of its entries", () => {
  same(rowOf("paths", "pathMappings[].app"), ["", "The application. `all`, `movie`, `series`, `music`, `soulseek`."]);
  same(rowOf("notifications", "notifications.targets[].events"), [
    "",
    "The events that it receives. `encode.done`, `encode.failed`, `rip.done`, `rip.failed`, `update.available`.",
  ]);
});

/** The part of a JSON schema that the test walks. */
interface Node {
  properties?: Record<string, Node>;
  description?: string;
  pattern?: string;
}

Deno.test("settings in the API document: each is described by its texts, and a secret may be a mask", () => {
  const at = (key: string): Node | undefined =>
    key.split(".").reduce<Node | undefined>((node, name) => node?.properties?.[name], settingsJsonSchema());
  for (const key of ["concurrency", "connections.movie.url", "disc.addTargets", "general.security.apiKey"]) {
    same(at(key)?.description, describeSetting(settingAt(key)), key);
  }
  same(at("general.security.apiKey")?.pattern, undefined);
  ok(at("general.host.urlBase")?.pattern !== undefined);
});
