import { deepStrictEqual as same, ok } from "node:assert/strict";
import { allSettings } from "../../../../lib/platform/settings/all_settings.ts";
import { NOTIFICATION_KINDS } from "../../../../lib/platform/settings/sections/notifications.ts";
import { PLAYER_KINDS, PlayerSettings } from "../../../../lib/platform/settings/sections/players.ts";
import { Settings } from "../../../../lib/platform/settings/schema.ts";
import { MASK, masked } from "../../../../lib/platform/settings/secrets.ts";
import { valueAt } from "../../../../lib/platform/settings/tree.ts";
import { formToJson } from "../../../../lib/ui/form_fields.ts";
import { renderView } from "../../../../lib/ui/render.tsx";
import { findSettings, settingFields } from "../../../../lib/ui/settings/setting_fields.ts";
import { SETTINGS_PAGES, type SettingsPageId } from "../../../../lib/platform/settings/pages.ts";
import { SettingsPage } from "./settings.tsx";
import { ApiKeyCard } from "../settings_pages.tsx";
import { DEFAULTS } from "./settings_section.tsx";

const VIEW = { base: "", assets: {}, instanceName: "Lathe", version: "1", path: "/settings" };

/**
 * Settings that are not in the form: created by a separate call, reported by the server, changed on the Discs page, or
 * an object that is initially empty.
 */
const NOT_FIELDS = [
  "general.security.apiKey",
  "general.security.passwordSet",
  "disc.virtualDrives",
  "disc.physicalDrives",
  "disc.addTargets",
];
/** Fields in the form that are not settings. */
const EXTRA = /^(general\.security\.currentPassword|disc\.addTargets\.\w+\.(root|profileId))$/;

interface FormField {
  name: string;
  type: string;
  value: string;
  sent: boolean;
}

/** Returns the fields of the settings forms as a browser would read them from the rendered pages. */
function fieldsOf(settings: Settings, locked: string[] = []): FormField[] {
  return SETTINGS_PAGES.flatMap(({ id }) => fieldsOn(id, settings, locked));
}

function fieldsOn(id: SettingsPageId, settings: Settings, locked: string[]): FormField[] {
  const profiles = [{ id: "builtin-movie-1080p", name: "Movie 1080p", original: "keep" as const }];
  const page = renderView(VIEW, <SettingsPage {...{ id, settings, profiles, locked }} restartRequired={false} />);
  const form = page.match(/<form[^>]*hx-put=.*?<\/form>/s)?.[0].replace(/<template>.*?<\/template>/gs, "");
  const tags = form?.matchAll(/<(input|select|textarea)\b((?:[^>"]|"[^"]*")*)>(?:(.*?)<\/\1>)?/gs) ?? [];
  return [...tags].map(([, tag, text = "", inner = ""]) => {
    const type = tag === "input" ? attribute(text, "type") ?? "text" : tag ?? "";
    const options = [...inner.matchAll(/<option((?:[^>"]|"[^"]*")*)>/g)].map(([, option = ""]) => option);
    const chosen = options.find((option) => /\sselected\b/.test(option)) ?? options[0] ?? "";
    const isOff = /\sdisabled\b/.test(text) || (type === "checkbox" && !/\schecked\b/.test(text));
    const value = tag === "input" ? attribute(text, "value") : tag === "select" ? attribute(chosen, "value") : inner;
    return { name: attribute(text, "name") ?? "", type, value: plain(value ?? ""), sent: !isOff };
  });
}

const attribute = (tag: string, name: string): string | undefined =>
  tag.match(new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/]|$)`))?.slice(1).map((value) => plain(value ?? ""))[0];

const plain = (html: string): string =>
  html.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

/** Converts the fields to the saved settings. Null denotes an unset value and is removed. */
const posted = (fields: FormField[]): unknown =>
  JSON.parse(
    JSON.stringify(sent(fields), (_, value) => value ?? undefined),
    (_, value) => isEmpty(value) ? undefined : value,
  );

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

const sent = (fields: FormField[]) =>
  formToJson(new URLSearchParams(fields.filter(({ sent }) => sent).map(({ name, value }) => [name, value])));

/** Returns the dotted keys of all leaves. Lists are treated as leaves. */
function leaves(tree: object, at = ""): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
      ? leaves(value, `${at}${key}.`)
      : [`${at}${key}`]
  );
}

/** Returns the settings without the values that the form does not send. */
function sendable(settings: Settings): unknown {
  const { apiKey: _, passwordSet: __, ...security } = settings.general.security;
  const { virtualDrives: ___, physicalDrives: ____, addTargets, ...disc } = settings.disc;
  return {
    ...settings,
    general: { ...settings.general, security: { ...security, currentPassword: "" } },
    disc: Object.keys(addTargets).length === 0 ? disc : { ...disc, addTargets },
  };
}

const TYPES: Record<string, (value: unknown) => boolean> = {
  number: (value) => typeof value === "number",
  gigabytes: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  text: (value) => typeof value === "string",
  list: Array.isArray,
  lines: Array.isArray,
  numbers: Array.isArray,
  texts: Array.isArray,
  rows: Array.isArray,
};

Deno.test("every setting has one field of its type, and nothing else is on the form", () => {
  const fields = fieldsOf(DEFAULTS);
  const types = new Map<string, string>();
  for (const { name } of fields) {
    const [path = "", type = "text"] = name.split(":");
    ok(!types.has(path) || types.get(path) === type, `${path} has fields of two types`);
    types.set(path, type);
  }
  const wanted = leaves(DEFAULTS).filter((key) => !NOT_FIELDS.includes(key));
  ok(wanted.length > 100);
  same([...types.keys()].filter((path) => !EXTRA.test(path)).sort(), wanted.sort());
  for (const key of wanted) {
    const type = types.get(key) ?? "";
    ok(TYPES[type]?.(valueAt(DEFAULTS, key)), `${key} is sent as ${type}`);
    const shown = fields.filter((field) => field.name.split(":")[0] === key && field.type !== "hidden");
    const isSet = type === "numbers" || type === "texts";
    ok(isSet ? shown.length > 1 : shown.length === (type === "rows" ? 0 : 1), `${key} has ${shown.length} fields`);
  }
});

Deno.test("the defaults survive a round trip through the form", () => {
  same(posted(fieldsOf(DEFAULTS)), sendable(DEFAULTS));
});

/** Returns settings in which every value differs from its default, with list entries and secrets. */
function changed(): Settings {
  const options = new Map(allSettings().map((setting) => [setting.key, setting.options]));
  const other = (value: unknown, key: string): unknown => {
    if (typeof value === "boolean") return !value;
    if (typeof value === "number") return CHOICES[key] ?? (value > 5 ? value - 1 : value + 1);
    const choices = Object.keys(options.get(key) ?? {});
    if (choices.length > 0) return choices.findLast((choice) => choice !== value);
    return CHOICES[key] ?? (typeof value === "string" ? OTHER.find(([name]) => name.test(key))?.[1] : value);
  };
  const walk = (tree: object, at = ""): object =>
    Object.fromEntries(
      Object.entries(tree).map(([key, value]) => [
        key,
        typeof value === "object" && !Array.isArray(value) && !(at + key in CHOICES)
          ? walk(value, `${at}${key}.`)
          : other(value, at + key),
      ]),
    );
  return masked(Settings, Settings.parse(walk(DEFAULTS))) as Settings;
}

const OTHER: [RegExp, string][] = [
  [/^mqtt\.url$/, "mqtts://broker.example:8883"],
  [/^mqtt\..*(prefix|topic)$/i, "den/lathe"],
  [/url$|server$/i, "https://example.org/a?b=1&c=2"],
  [/profiles/i, "gone-profile"],
  [/key$|password$|token$/i, "a".repeat(64)],
  [/./, '/a "quoted" <path> & more'],
];
const CHOICES: Record<string, unknown> = {
  "general.host.bindAddress": "localhost",
  "general.host.urlBase": "/lathe",
  "general.host.allowedHosts": ["a.example", "b.example"],
  "general.security.trustedProxies": ["10.0.0.1", "fd00::1"],
  "general.security.oidc.issuer": "https://auth.example.org/application/o/lathe/",
  "general.security.oidc.users": ["alice", "boss@example.org"],
  "general.security.oidc.groups": ["media, all"],
  "general.security.proxyHeader.header": "X-Forwarded-User",
  "general.security.proxyHeader.users": ["alice"],
  "general.security.mediaRoots": ["/media/Films, old", "/b"],
  "general.proxy.hostname": "proxy.example",
  "general.updates.branch": "beta",
  pathMappings: [
    { remote: "/movies", local: "/mnt/movies", app: "movie" },
    { remote: "/tv", local: "/mnt/tv", app: "all" },
  ],
  "localMedia.folders": [{ path: "/mnt/music", kind: "music" }],
  "localMedia.exclude": ["Some, thing", "#recycle"],
  "localMedia.metadataLanguage": "de",
  "transcoding.cards": [
    { device: "0", limit: 2, enabled: true },
    { device: "/dev/dri/renderD128", limit: 1, enabled: false },
  ],
  "transcoding.schedule.from": "01:30",
  "transcoding.schedule.to": "05:00",
  "transcoding.schedule.days": [1, 6, 0],
  "transcoding.conditions.maxTemperature": 85,
  "ocr.languages": ["eng", "deu"],
  "languages.preferred": ["deu", "fra"],
  "notifications.targets": NOTIFICATION_KINDS.map((kind, i) => ({
    id: `t${i}`,
    name: `Target ${i}`,
    kind,
    enabled: i % 2 === 0,
    url: "https://example.org",
    token: i % 2 === 0 ? "secret" : "",
    target: "",
    path: kind === "script" ? "/opt/tell.sh" : "",
    events: i === 0 ? [] : ["encode.done", "update.available"],
  })),
  "players.servers": PLAYER_KINDS.map((kind, i) => ({
    id: `p${i}`,
    name: `Player ${i}`,
    kind,
    enabled: i % 2 === 0,
    url: "http://nas:32400",
    token: i % 2 === 0 ? "secret" : "",
    rescan: i !== 0,
    keepWatched: i !== 1,
    pauseEncodes: i !== 2,
    ignoreDirectPlay: i === 1,
    streamLimit: i,
    mappings: i === 0 ? [{ remote: "/data/a = b", local: "/mnt/a" }, { remote: "D:\\Films", local: "/mnt/d" }] : [],
  })),
  "agents.listen": "192.0.2.1:4000",
  "agents.server": "nats://me:secret@nats.example:4222",
  "disc.addTargets": { series: { root: "/tv", profileId: 4 }, animeMovie: { root: "/anime" } },
};

Deno.test("settings that are all changed survive a round trip through the form, secrets as their mask", () => {
  const settings = changed();
  const kept = leaves(DEFAULTS).filter((key) =>
    JSON.stringify(valueAt(settings, key)) === JSON.stringify(valueAt(DEFAULTS, key)) && !NOT_FIELDS.includes(key)
  );
  same(kept, [], "the test has to change every setting");
  same(valueAt(settings, "general.security.password"), MASK);
  const { players, ...sent } = posted(fieldsOf(settings)) as { players: unknown };
  // Path mappings of players are sent as lines.
  same({ ...sent, players: PlayerSettings.parse(players) }, sendable(settings));
});

Deno.test("settings from environment variables are not submitted", () => {
  const sent = posted(fieldsOf(DEFAULTS, ["general.host.port", "general.host.urlBase"]));
  same([valueAt(sent, "general.host.port"), valueAt(sent, "general.host.urlBase")], [undefined, undefined]);
  same(valueAt(sent, "general.host.bindAddress"), "*");
});

Deno.test("every setting has a unique label, and each field of a page is found by it and linked", () => {
  same(allSettings().map(({ key }) => key).sort(), leaves(DEFAULTS).sort());
  const labels = allSettings().map(({ label }) => label);
  same(labels.filter((label, i) => labels.indexOf(label) !== i), [], "a label stands for one setting");
  for (const { key, label, path } of settingFields()) {
    ok(findSettings(label).some((found) => found.key === key), label);
    const [page = "", anchor = ""] = path.split("#");
    const id = SETTINGS_PAGES.find((one) => `/settings/${one.id}` === page)?.id;
    ok(id !== undefined, path);
    const html = renderView(
      VIEW,
      <SettingsPage id={id} settings={DEFAULTS} profiles={[]} locked={[]} restartRequired={false}>
        <ApiKeyCard />
      </SettingsPage>,
    );
    ok(html.includes(`id="${anchor}"`), `${path} is not on its page`);
  }
});

Deno.test("settings are found by label first, then by hint and key, and by nothing that is not typed", () => {
  same(findSettings("   "), []);
  same(findSettings("no such setting anywhere"), []);
  same(findSettings("port")[0]?.key, "general.host.port");
  ok(findSettings("PORT proxy").every(({ key }) => key.startsWith("general.")));
  ok(findSettings("transcoding.keepOriginalDays").some(({ key }) => key === "transcoding.keepOriginalDays"));
});

Deno.test("the default is shown only where a value differs from it", () => {
  const draw = (settings: Settings) =>
    renderView(
      VIEW,
      <SettingsPage id="encoding" settings={settings} profiles={[]} locked={[]} restartRequired={false} />,
    );
  const shown = (html: string) =>
    [...html.matchAll(/<p class="default-note help"([^>]*)>/g)]
      .filter(([, attributes = ""]) => !/\shidden/.test(attributes)).length;
  same(shown(draw(DEFAULTS)), 0);
  same(shown(draw({ ...DEFAULTS, concurrency: DEFAULTS.concurrency + 1 })), 1);
});
