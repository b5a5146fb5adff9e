import type { ComponentChildren } from "preact";
import {
  PREFERENCES,
  profilesByUse,
  WATCHED_ON,
  type WatchedOn,
} from "../../../../lib/encode/profiles/profiles_by_use.ts";
import { settingAt } from "../../../../lib/platform/settings/all_settings.ts";
import { MASK } from "../../../../lib/platform/settings/secrets.ts";
import { SelectField, TextField } from "../../../../lib/ui/field.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { useLink } from "../../../../lib/ui/render.tsx";
import type { StepId } from "../../../services/setup_memory.ts";
import { HardwareCard, type HardwareCardData } from "../../encode/hardware_card.tsx";
import { Connections } from "../../platform/settings/sections/settings_connections.tsx";
import { CurrentPassword } from "../../platform/settings/settings_fields.tsx";
import { Rows } from "../../platform/settings/settings_rows.tsx";
import { useSettings } from "../../platform/settings/settings_section.tsx";
import { type SetupData, ToolCard } from "../../platform/setup.tsx";

/** Data for the forms in addition to the settings. */
export interface StepFormData {
  tools: SetupData["tools"];
  hardware: HardwareCardData;
}

interface StepFormProps extends StepFormData {
  id: StepId;
  /** Path of the next step. */
  next: string;
}

/** Form of a step. It saves and continues with the next step. */
export function StepForm({ id, next, tools, hardware }: StepFormProps) {
  switch (id) {
    case "programs":
      return <Programs tools={tools} />;
    case "folders":
      return <FoldersForm next={next} />;
    case "managers":
      return (
        <SettingsForm next={next}>
          <Connections />
        </SettingsForm>
      );
    case "profiles":
      return (
        <>
          <ProfilesForm next={next} />
          <details>
            <summary>Test the graphics card</summary>
            <HardwareCard {...hardware} />
          </details>
        </>
      );
    case "password":
      return (
        <SettingsForm next={next}>
          <PasswordFields />
        </SettingsForm>
      );
  }
}

function SettingsForm({ next, children }: { next: string; children: ComponentChildren }) {
  const link = useLink();
  return (
    <form id="settings-form" class="stack" {...hxForm(link("/api/settings"), { method: "put", then: next })}>
      {children}
      <SaveButton />
    </form>
  );
}

const SaveButton = () => (
  <div class="actions">
    <button type="submit" class="primary">Save and continue</button>
  </div>
);

/** Required programs, and optional ones collapsed. */
function Programs({ tools }: Pick<StepFormData, "tools">) {
  const link = useLink();
  const optional = tools.filter(({ required }) => !required);
  const found = optional.filter(({ available }) => available).length;
  return (
    <>
      {tools.filter(({ required }) => required).map((tool) => <ToolCard key={tool.id} tool={tool} />)}
      <details>
        <summary>{`Optional programs: ${found} of ${optional.length} installed`}</summary>
        <div class="stack">{optional.map((tool) => <ToolCard key={tool.id} tool={tool} />)}</div>
      </details>
      <div class="actions">
        <a class="button" href={link("/first-steps?step=programs")}>Check again</a>
      </div>
    </>
  );
}

/** Media folders, which are also listed under Local. */
function FoldersForm({ next }: { next: string }) {
  const link = useLink();
  const { mediaRoots } = useSettings().settings.general.security;
  return (
    <form class="stack" {...hxForm(link("/api/setup/folders"), { then: next })}>
      <Rows
        name="folders"
        items={mediaRoots.length > 0 ? mediaRoots : [""]}
        blank=""
        empty="No folder is selected."
        addLabel="Add a folder"
        removeLabel="Remove this folder"
        row={(path, at) => (
          <TextField
            name={at}
            label="Folder"
            value={path}
            placeholder="/mnt/media"
            pick={{ endings: [] }}
            required
          />
        )}
      />
      <p class="quiet small">Titles in these folders that no manager manages are listed under Local.</p>
      <SaveButton />
    </form>
  );
}

/** Fields of the login. They suggest a login page for everyone, because the step exists to set a password. */
function PasswordFields() {
  const { authentication, authenticationRequired, username, passwordSet } = useSettings().settings.general.security;
  const isNew = authentication === "none";
  const choice = (key: "authentication" | "authenticationRequired", value: string) => {
    const { label, options = {} } = settingAt(`general.security.${key}`);
    const choices = Object.entries(options).filter(([id]) => id !== "none");
    return <SelectField name={`general.security.${key}`} label={label} value={value} options={choices} />;
  };
  return (
    <div class="fields">
      <TextField name="general.security.username" label="User name" value={username} required />
      <TextField
        name="general.security.password"
        label="Password"
        value={passwordSet ? MASK : ""}
        help="At least 8 characters."
        secret
        required
      />
      <CurrentPassword />
      {choice("authentication", isNew ? "forms" : authentication)}
      {choice("authenticationRequired", isNew ? "enabled" : authenticationRequired)}
    </div>
  );
}

const DEVICES: Record<(typeof WATCHED_ON)[number], { label: string; help: string }> = {
  tv: { label: "A television or streaming box", help: "HEVC (x265) with surround sound." },
  phone: { label: "A phone or tablet", help: "H.264 at 720p with stereo audio." },
  anything: { label: "Any device, including browsers", help: "H.264 in MP4, which every device can play." },
};

const SIZES: Record<(typeof PREFERENCES)[number], { label: string; help: string }> = {
  smaller: { label: "Smaller", help: "The smallest files that still look good." },
  balanced: { label: "Balanced", help: "Differences are hard to see, at about a third of the disc size." },
  best: { label: "Best", help: "No visible difference. Files that are already small enough are not changed." },
};

/** Default profiles by device and preference. */
function ProfilesForm({ next }: { next: string }) {
  const link = useLink();
  const { settings: { defaultProfiles }, profiles } = useSettings();
  const nameOf = (id: string): string => profiles.find((profile) => profile.id === id)?.name ?? id;
  const { movie, tv, anime, music } = defaultProfiles;
  const obstacleOf = (watchedOn: WatchedOn) =>
    profiles.find(({ id }) => id === profilesByUse(watchedOn, "balanced").movie)?.obstacle;
  const devices = WATCHED_ON.map((one) => [one, { ...DEVICES[one], obstacle: obstacleOf(one) }] as const);
  const first = devices.find(([, { obstacle }]) => obstacle === undefined)?.[0] ?? "tv";
  return (
    <form class="stack" {...hxForm(link("/api/setup/profiles"), { then: next })}>
      <Choices legend="Playback device" name="watchedOn" choices={devices} chosen={first} />
      <Choices legend="Size and quality" name="preference" choices={Object.entries(SIZES)} chosen="balanced" />
      <p class="quiet small">
        Current profiles: movies {nameOf(movie)}, series {nameOf(tv)}, anime {nameOf(anime)}, music {nameOf(music)}.
        {" "}
        <a href={link("/settings/profiles")}>Choose each profile</a>
      </p>
      <SaveButton />
    </form>
  );
}

function Choices({ legend, name, choices, chosen }: {
  legend: string;
  name: string;
  /** Choices by value. A choice with an obstacle cannot be selected. */
  choices:
    readonly (readonly [value: string, choice: { label: string; help: string; obstacle?: string | undefined }])[];
  chosen: string;
}) {
  return (
    <fieldset class="step-choices">
      <legend>{legend}</legend>
      {choices.map(([value, { label, help, obstacle }]) => (
        <label class="step-choice">
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            disabled={obstacle !== undefined}
          />
          <span>
            <strong>{label}</strong>
            <span class="quiet small">{obstacle ?? help}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
