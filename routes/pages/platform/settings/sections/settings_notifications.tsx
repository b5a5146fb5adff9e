import type { NOTIFICATION_KINDS } from "../../../../../lib/platform/settings/sections/notifications.ts";
import type { Settings } from "../../../../../lib/platform/settings/schema.ts";
import { CheckField, ChecksField, SelectField, TextField } from "../../../../../lib/ui/field.tsx";
import { Rows } from "../settings_rows.tsx";
import { useSettings } from "../settings_section.tsx";
import { TryButton } from "../settings_try.tsx";

type NotificationTarget = Settings["notifications"]["targets"][number];
type Kind = (typeof NOTIFICATION_KINDS)[number];
type Part = "url" | "token" | "target" | "path";

/** Labels of the fields that each kind of target requires. Fields without a label are hidden. */
const KINDS: Record<Kind, { label: string } & Partial<Record<Part, string>>> = {
  discord: { label: "Discord", url: "Required: the channel's webhook URL." },
  slack: { label: "Slack, Mattermost", url: "Required: the incoming webhook's URL." },
  telegram: {
    label: "Telegram",
    url: "Only for your own Bot API server. Empty = api.telegram.org.",
    token: "Required: the bot token from BotFather.",
    target: "Required: the numeric chat ID, or the channel name with a leading @.",
  },
  ntfy: {
    label: "ntfy",
    url: "Required: the topic's URL, or the server's URL and a topic below.",
    token: "Only for protected topics: an access token, or user:password.",
    target: "Required if the URL contains no topic.",
  },
  gotify: {
    label: "Gotify",
    url: "Required: the server's URL.",
    token: "Required: an application token; it starts with A.",
  },
  pushbullet: {
    label: "Pushbullet",
    url: "Only for another server. Empty = api.pushbullet.com.",
    token: "Required: the access token.",
  },
  apprise: {
    label: "Apprise API",
    url: "Required: the server's URL.",
    token: "Key of a configuration saved in Apprise. Alternatively, enter gateway URLs below.",
    target: "Apprise URLs, separated by commas. Used if no key is entered.",
  },
  webhook: { label: "Webhook", url: "Required: a URL that accepts JSON with event, title, message, failed and at." },
  script: {
    label: "Custom script",
    path:
      "Required: an absolute path. It runs with Lathe's permissions and SERVICE_EVENT, SERVICE_TITLE, SERVICE_MESSAGE, SERVICE_FAILED, SERVICE_VERSION and SERVICE_AT, for at most 30 seconds.",
  },
};

/** Display names of the services. */
export const KIND_LABELS = Object.values(KINDS).map(({ label }) => label);

const LABELS: Record<Part, string> = { url: "URL", token: "Token", target: "Target", path: "Script path" };
const kindsWith = (part: Part) => Object.entries(KINDS).filter(([, kind]) => kind[part] !== undefined);

const EVENTS = [
  ["encode.done", "Encode finished"],
  ["encode.failed", "Encode failed"],
  ["rip.done", "Rip finished"],
  ["rip.failed", "Rip failed"],
  ["update.available", "Update available"],
] as const;

/** Initial values of a new target, which receives failures. The ID is created when the target is added. */
const BLANK: NotificationTarget = {
  id: "",
  name: "",
  kind: "discord",
  enabled: true,
  url: "",
  token: "",
  target: "",
  path: "",
  events: ["encode.failed", "rip.failed"],
};

/** Notification targets. */
export function Notifications() {
  const { targets } = useSettings().settings.notifications;
  return (
    <Rows
      name="notifications.targets"
      items={targets}
      blank={BLANK}
      empty="No targets yet. Add one to be notified of finished and failed encodes."
      addLabel="Add a target"
      removeLabel="Remove this target"
      row={(target, at) => <Target target={target} at={at} />}
    />
  );
}

function Target({ target, at }: { target: NotificationTarget; at: string }) {
  return (
    <div class="stack">
      <input type="hidden" name={`${at}.id`} value={target.id} data-fresh-id={target.id === "" ? "" : undefined} />
      <div class="fields">
        <TextField
          name={`${at}.name`}
          label="Name"
          value={target.name}
          help="Used to identify the target in the events list."
          required
        />
        <SelectField
          name={`${at}.kind`}
          label="Type"
          value={target.kind}
          options={Object.entries(KINDS).map(([kind, { label }]) => [kind, label] as const)}
        />
        <TargetPart part="url" at={at} target={target} secret />
        <TargetPart part="token" at={at} target={target} secret />
        <TargetPart part="target" at={at} target={target} secret />
        <TargetPart part="path" at={at} target={target} />
      </div>
      <ChecksField name={`${at}.events`} label="Notify about" values={target.events} options={EVENTS} />
      <CheckField name={`${at}.enabled`} label="Enabled" checked={target.enabled} />
      <TryButton path="/api/notifications/test" scope={at} label="Send test" />
    </div>
  );
}

/** Address field, which is shown for the kinds that need it, with the label for the selected kind. */
function TargetPart({ part, at, target, secret }: {
  part: Part;
  at: string;
  target: NotificationTarget;
  secret?: boolean;
}) {
  const kinds = kindsWith(part);
  const help = kinds.map(([kind, words]) => <span data-kinds={kind} hidden={kind !== target.kind}>{words[part]}</span>);
  return (
    <div data-kinds={kinds.map(([kind]) => kind).join(" ")} hidden={KINDS[target.kind][part] === undefined}>
      <TextField
        name={`${at}.${part}`}
        label={LABELS[part]}
        value={target[part]}
        secret={secret}
        help={help}
        pick={part === "path" ? { endings: [""] } : undefined}
      />
    </div>
  );
}
