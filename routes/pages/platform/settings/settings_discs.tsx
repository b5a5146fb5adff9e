import type { Settings } from "../../../../lib/platform/settings/schema.ts";
import { NumberField, TextField } from "../../../../lib/ui/field.tsx";
import { ChoiceSetting, NumberSetting, SecretSetting, SwitchSetting, TextSetting } from "./settings_controls.tsx";
import { Part, Section, useSettings } from "./settings_section.tsx";

/** Ripping: what is read, what happens by itself, where it goes. */
export function Discs() {
  return (
    <Section id="discs">
      <SwitchSetting name="disc.enabled" label="Watch optical drives" />
      <TextSetting
        name="disc.ripDirectory"
        label="Rip folder"
        help="Where finished files are delivered from. Empty = cache/rips in the configuration folder."
      />
      <TextSetting
        name="disc.ripperPath"
        label="MakeMKV (makemkvcon)"
        help="An absolute path. Empty = look for it."
        advanced
      />
      <SecretSetting
        name="disc.ripperKey"
        label="MakeMKV key"
        help="Blu-rays need a registered or current beta key. Empty = the one MakeMKV has."
      />
      <NumberSetting name="disc.pollIntervalSeconds" label="Look into the drives every, seconds" advanced />
      <TextSetting
        name="disc.virtualDriveDirectory"
        label="Folder of virtual drives"
        help="Every image or disc folder in it is a drive, for testing. Empty = none."
        advanced
      />
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
      <NumberSetting
        name="disc.minTitleSeconds"
        label="Shortest title, seconds"
        help="Skips trailers and menus: 600 for films, 1200 for hour-long episodes."
      />
      <SwitchSetting
        name="disc.includeExtras"
        label="List extras too"
        help="Titles shorter than the shortest title."
      />
      <NumberSetting name="disc.extraMinSeconds" label="Shortest extra, seconds" />
      <ChoiceSetting
        name="disc.audioMode"
        label="Audio to keep"
        labels={{ best: "the best track of each language", all: "every track" }}
        help="Can be chosen for each title."
      />
      <SwitchSetting name="disc.groupBoxSets" label="Offer to join discs of one series to a box set" />
    </Part>
  );
}

function Automation() {
  return (
    <Part title="What happens by itself">
      <SwitchSetting
        name="disc.autoRip"
        label="Rip once a disc is identified"
        help="Off: a disc waits until you start it."
      />
      <SwitchSetting
        name="disc.autoTranscode"
        label="Encode what was ripped"
        help="With the default profile. Off: rips are delivered as they are."
      />
      <SwitchSetting name="disc.keepRaw" label="Keep the raw rip after encoding" />
      <SwitchSetting name="disc.autoEject" label="Eject when done" />
      <ChoiceSetting
        name="disc.ejectWhen"
        label="Done means"
        labels={{ delivered: "the files are delivered", copied: "the disc is copied and checked" }}
        advanced
      />
    </Part>
  );
}

function Delivery() {
  return (
    <Part title="Handing over to the managers">
      <SwitchSetting name="disc.autoDeliver" label="Hand finished files to the managers" />
      <SwitchSetting
        name="disc.autoImport"
        label="Import what lies in the rip folder"
        help="Every ten minutes, also files you put there."
      />
      <SwitchSetting
        name="disc.addMissing"
        label="Add titles that no manager has"
        help="When their disc starts ripping."
      />
      <SwitchSetting
        name="disc.addMonitored"
        label="Monitor what was added"
        help="Off, so that nothing is downloaded for it."
      />
    </Part>
  );
}

const ADD_KINDS = [
  ["series", "Series"],
  ["anime", "Anime series"],
  ["movie", "Films"],
  ["animeMovie", "Anime films"],
] as const satisfies (readonly [keyof Settings["disc"]["addTargets"], string])[];

/** Where added titles go. What is empty and was so before is left out of what is sent. */
function AddTargets() {
  const { addTargets } = useSettings().settings.disc;
  return (
    <Part title="Where added titles go" advanced>
      {ADD_KINDS.flatMap(([kind, label]) => {
        const { root, profileId } = addTargets[kind] ?? {};
        return [
          <TextField
            name={`disc.addTargets.${kind}.root`}
            label={`${label}: root folder`}
            value={root ?? ""}
            optional={root === undefined}
            help="As the manager names it. Empty = like the rest of the library, the default."
          />,
          <NumberField
            name={`disc.addTargets.${kind}.profileId`}
            label={`${label}: quality profile`}
            value={profileId}
            optional={profileId === undefined}
            required={false}
            min={1}
            help="Its number in the manager. Empty = like the rest of the library, the default."
          />,
        ];
      })}
    </Part>
  );
}

function AudioCds() {
  return (
    <Part title="Audio CDs">
      <SwitchSetting name="disc.cd.enabled" label="Read audio CDs" />
      <SwitchSetting
        name="disc.cd.releasedb"
        label="Look up the release"
        help="At MusicBrainz, by the disc's contents."
      />
      <SwitchSetting name="disc.cd.deliverToMusic" label="Import into Lidarr" />
      <SwitchSetting name="disc.cd.detectMqa" label="Look for MQA" />
      <NumberSetting
        name="disc.cd.compressionLevel"
        label="FLAC compression"
        help="8 = smallest, 0 = fastest. The sound is the same."
        advanced
      />
      <NumberSetting
        name="disc.cd.readOffset"
        label="Read offset, samples"
        help="Of the drive, as AccurateRip lists it."
        advanced
      />
      <TextSetting
        name="disc.cd.ripperPath"
        label="cd-paranoia"
        help="Reads the table of contents on Linux; an absolute path. Empty = look for it."
        advanced
      />
    </Part>
  );
}

/** The drives that were added; they are added and removed on the Discs page. */
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
