import * as z from "zod";
import { AgentSettings, ExperimentSettings } from "./sections/agents.ts";
import { ConnectionSettings, PathMappings } from "./sections/connections.ts";
import { DiscSettings } from "./sections/discs.ts";
import { ENCODING_SETTINGS } from "./sections/encoding.ts";
import { BackupSettings, HostSettings, LoggingSettings, ProxySettings, UpdateSettings } from "./sections/general.ts";
import { AutoSettings, LocalMediaSettings, SEARCH_SETTINGS } from "./sections/library.ts";
import { METADATA_SETTINGS } from "./sections/metadata.ts";
import { MqttSettings } from "./sections/mqtt.ts";
import { NotificationSettings } from "./sections/notifications.ts";
import { PlayerSettings } from "./sections/players.ts";
import { SecuritySettings } from "./sections/security.ts";
import { describedObject, group } from "./sections/setting.ts";

/**
 * All settings with type, limits, default, texts and whether they are secret. The fields of a page are in this order.
 */
export const Settings = describedObject({
  general: group({
    host: HostSettings,
    proxy: ProxySettings,
    logging: LoggingSettings,
    updates: UpdateSettings,
    backups: BackupSettings,
    security: SecuritySettings,
  }),
  connections: ConnectionSettings,
  pathMappings: PathMappings,
  localMedia: LocalMediaSettings,
  ...ENCODING_SETTINGS,
  ...SEARCH_SETTINGS,
  ...METADATA_SETTINGS,
  auto: AutoSettings,
  disc: DiscSettings,
  notifications: NotificationSettings,
  players: PlayerSettings,
  mqtt: MqttSettings,
  agents: AgentSettings,
  experiments: ExperimentSettings,
});
/**
 * All sections, with defaults for missing values and secrets in clear text. The settings file contains the same tree.
 */
export type Settings = z.infer<typeof Settings>;

/** Options for parsing the tree. It is parsed rarely, so compiling the schemas would take longer than it saves. */
export const READ_RARELY = { jitless: true } as const;
