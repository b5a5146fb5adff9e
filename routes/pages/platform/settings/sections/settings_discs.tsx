import type { Settings } from "../../../../../lib/platform/settings/schema.ts";
import { NumberField, TextField } from "../../../../../lib/ui/field.tsx";
import { useLink } from "../../../../../lib/ui/render.tsx";
import {
  ChoiceSetting,
  FolderSetting,
  NumberSetting,
  ProgramSetting,
  SecretSetting,
  SwitchSetting,
} from "../settings_controls.tsx";
import { Feature, Part, Section, useSettings } from "../settings_section.tsx";

/** Ripping settings: sources, automation and destination. */
export function Discs() {
  const link = useLink();
  return (
    <Section
      id="discs"
      lead={
        <>
          These settings are explained under <a href={link("/docs/discs")}>Discs</a> in the help.
        </>
      }
    >
      <SwitchSetting name="disc.enabled" />
      <FolderSetting name="disc.ripDirectory" />
      <ChoiceSetting
        name="disc.ripper"
        labels={{
          auto: "Lathe for unprotected discs, otherwise MakeMKV",
          open: "Lathe only",
          makemkv: "MakeMKV only",
        }}
      />
      <ProgramSetting name="disc.ripperPath" />
      <SecretSetting name="disc.ripperKey" />
      <NumberSetting name="disc.pollIntervalSeconds" />
      <FolderSetting name="disc.virtualDriveDirectory" />
      <Titles />
      <Automation />
      <Delivery />
      <AddTargets />
      <AudioCds />
      <Drives />
    </Section>
  );
}

function Titles() {
  return (
    <Part title="Titles and audio">
      <NumberSetting name="disc.minTitleSeconds" />
      <SwitchSetting name="disc.includeExtras" />
      <NumberSetting name="disc.extraMinSeconds" />
      <ChoiceSetting
        name="disc.audioMode"
        labels={{ best: "the best track of each language", all: "every track" }}
      />
      <SwitchSetting name="disc.groupBoxSets" />
    </Part>
  );
}

function Automation() {
  return (
    <Part title="Automation">
      <SwitchSetting name="disc.autoRip" />
      <SwitchSetting name="disc.autoTranscode" />
      <SwitchSetting name="disc.keepRaw" />
      <SwitchSetting name="disc.autoEject" />
      <ChoiceSetting
        name="disc.ejectWhen"
        labels={{ delivered: "the files are delivered", copied: "the disc is copied and checked" }}
      />
    </Part>
  );
}

function Delivery() {
  return (
    <Part title="Delivery to the managers">
      <SwitchSetting name="disc.autoDeliver" />
      <SwitchSetting name="disc.autoImport" />
      <SwitchSetting name="disc.addMissing" />
      <SwitchSetting name="disc.addMonitored" />
    </Part>
  );
}

const ADD_KINDS = [
  ["series", "Series"],
  ["anime", "Anime series"],
  ["movie", "Movies"],
  ["animeMovie", "Anime movies"],
] as const satisfies (readonly [keyof Settings["disc"]["addTargets"], string])[];

/** Destinations of added titles. Fields that are and were empty are not sent. */
function AddTargets() {
  const { addTargets } = useSettings().settings.disc;
  return (
    <Part title="Destination for added titles" id="disc-add-targets" advanced>
      {ADD_KINDS.flatMap(([kind, label]) => {
        const { root, profileId } = addTargets[kind] ?? {};
        return [
          <TextField
            name={`disc.addTargets.${kind}.root`}
            label={`${label}: root folder`}
            value={root ?? ""}
            optional={root === undefined}
            help="As named in the manager. Empty = same as the rest of the library (default)."
          />,
          <NumberField
            name={`disc.addTargets.${kind}.profileId`}
            label={`${label}: quality profile`}
            value={profileId}
            optional={profileId === undefined}
            required={false}
            min={1}
            help="Its ID in the manager. Empty = same as the rest of the library (default)."
          />,
        ];
      })}
    </Part>
  );
}

function AudioCds() {
  return (
    <Part title="Audio CDs">
      <Feature on={<SwitchSetting name="disc.cd.enabled" />}>
        <SwitchSetting name="disc.cd.releasedb" />
        <SwitchSetting name="disc.cd.accurateRip" />
        <SwitchSetting name="disc.cd.deliverToMusic" />
        <SwitchSetting name="disc.cd.detectMqa" />
        <NumberSetting name="disc.cd.compressionLevel" />
        <NumberSetting name="disc.cd.readOffset" />
        <ProgramSetting name="disc.cd.ripperPath" />
      </Feature>
    </Part>
  );
}

/** Added drives, which are managed on the Discs page. */
function Drives() {
  const { physicalDrives, virtualDrives } = useSettings().settings.disc;
  const lists = [["Optical drives", physicalDrives], ["Virtual drives", virtualDrives]] as const;
  return (
    <Part title="Added drives" advanced>
      {lists.map(([title, drives]) => (
        <div class="field">
          <p class="label">{title}</p>
          {drives.length === 0 ? <p class="help">None added. Drives are added under Discs.</p> : (
            <ul class="small path">
              {drives.map(({ path, label }) => <li>{label ? `${label}: ${path}` : path}</li>)}
            </ul>
          )}
        </div>
      ))}
    </Part>
  );
}
