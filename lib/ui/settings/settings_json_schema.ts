import * as z from "zod";
import { allSettings } from "../../platform/settings/all_settings.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { describeSetting } from "./settings_reference.ts";

/** Returns the JSON Schema of the settings as the API returns them. Each setting is described by its texts. */
export function settingsJsonSchema(): Record<string, unknown> {
  const descriptions = new Map<unknown, string>(
    allSettings().map((setting) => [setting.schema, describeSetting(setting)]),
  );
  const { $schema: _, ...schema } = z.toJSONSchema(Settings, {
    io: "input",
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      const description = descriptions.get(zodSchema);
      if (description !== undefined) jsonSchema.description = description;
      // The API returns a mask instead of a secret.
      if (jsonSchema.secret === true) delete jsonSchema.pattern;
      if (jsonSchema.type === "object") delete jsonSchema.default;
    },
  });
  return schema;
}
