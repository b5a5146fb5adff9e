import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import type { Context } from "hono";
import type { ChangeBy } from "../../../lib/platform/settings_change.ts";
import { environmentLocks } from "../../../lib/platform/settings/environment.ts";
import { settingFields } from "../../../lib/ui/settings/setting_fields.ts";
import { type AppEnv, body, json, problems, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

/** Schema of the whole settings tree. The OpenAPI document lists its settings (`document.tsx`). */
const Tree = z.looseObject({}).meta({
  id: "Settings",
  description: "The settings tree; secrets are returned as ********",
});
/** Changes that are merged into the settings. The settings schema validates the result. */
const Patch = z.looseObject({}).meta({ description: "The whole settings tree, or only the settings to change" });

const read = createRoute({
  method: "get",
  path: "/settings",
  tags: ["Settings"],
  summary: "Return all settings",
  responses: { 200: json(Tree, "The settings tree"), ...problems() },
});
const write = createRoute({
  method: "put",
  path: "/settings",
  tags: ["Settings"],
  summary: "Change all or some settings; either all changes are saved or none",
  request: body(Patch),
  responses: {
    200: json(
      Tree.extend({ restartRequired: z.boolean(), locked: z.array(z.string()) }).meta({ id: "SettingsSaved" }),
      "The tree as saved",
    ),
    ...problems([], { body: true }),
  },
});
const fields = createRoute({
  method: "get",
  path: "/settings/fields",
  tags: ["Settings"],
  summary: "List all settings with their label, help and page",
  responses: {
    200: json(
      z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          help: z.string().optional(),
          page: z.string(),
          section: z.string(),
          path: z.string().describe("Path of the page that shows the setting, relative to the URL base"),
        }).meta({ id: "SettingField" }),
      ),
      "The settings, grouped by page",
    ),
    ...problems(),
  },
});
const host = createRoute({
  method: "get",
  path: "/settings/host",
  tags: ["Settings"],
  summary: "Return the host settings and those set by the environment",
  responses: {
    200: json(
      z.object({
        bindAddress: z.string(),
        port: z.int(),
        urlBase: z.string(),
        sslPort: z.int().optional().describe("Present only if HTTPS is enabled"),
        enableSsl: z.boolean(),
        sslCertPath: z.string(),
        sslKeyPath: z.string(),
        envOverrides: z.array(z.string()),
        docker: z.boolean(),
        restartRequired: z.boolean(),
        configDir: z.string(),
        defaultBackupFolder: z.string(),
      }).meta({ id: "HostSettings" }),
      "The host settings",
    ),
    ...problems(),
  },
});
const apiKey = createRoute({
  method: "post",
  path: "/settings/apikey",
  tags: ["Settings"],
  summary: "Create a new API key; the old one stops working immediately",
  responses: { 200: json(z.object({ apiKey: z.string() }), "The new key, shown only once"), ...problems() },
});

/** Routes for settings. */
export const settingsRoutes = (
  { settings, settingsChange, storage, instance }: Pick<
    Services,
    "settings" | "settingsChange" | "storage" | "instance"
  >,
) =>
  router()
    .openapi(read, (c) => c.json(settings.masked() as Record<string, unknown>, 200))
    .openapi(write, async (c) => {
      const saved = await settingsChange.save(c.req.valid("json"), changeBy(c));
      const tree = saved.settings as Record<string, unknown>;
      return c.json({ ...tree, restartRequired: saved.restartRequired, locked: saved.locked }, 200);
    })
    .openapi(fields, (c) => c.json(settingFields(), 200))
    .openapi(host, (c) => {
      const { bindAddress, port, urlBase, enableSsl, sslPort, sslCertPath, sslKeyPath } =
        settings.current().general.host;
      return c.json({
        bindAddress,
        port,
        urlBase,
        ...(enableSsl ? { sslPort } : {}),
        enableSsl,
        sslCertPath,
        sslKeyPath,
        envOverrides: environmentLocks(instance.env).map(({ variable }) => variable),
        docker: instance.inDocker,
        restartRequired: settings.restartRequired(),
        configDir: storage.configDir,
        defaultBackupFolder: storage.folders.backups,
      }, 200);
    })
    .openapi(apiKey, async (c) => c.json({ apiKey: await settingsChange.resetApiKey(changeBy(c)) }, 200));

/** Returns the caller and the session that change the settings, as determined by the authentication middleware. */
function changeBy(c: Context<AppEnv>): ChangeBy {
  const caller = c.get("caller");
  if (caller === undefined) throw new TypeError("The authentication middleware did not set the caller.");
  return { caller, session: c.get("session") };
}
