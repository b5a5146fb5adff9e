import type { Settings } from "../../../../../lib/platform/settings/schema.ts";
import { NumberField, TextField } from "../../../../../lib/ui/field.tsx";
import { Part, useSettings } from "../settings_section.tsx";

const ADD_KINDS = [
  ["series", "Series"],
  ["anime", "Anime series"],
  ["movie", "Movies"],
  ["animeMovie", "Anime movies"],
] as const satisfies (readonly [keyof Settings["disc"]["addTargets"], string])[];

/** Fields for the root folder and quality profile of added titles. Empty fields without a stored value are not sent. */
export function AddTargets() {
  const { addTargets } = useSettings().settings.disc;
  return (
    <>
      {ADD_KINDS.flatMap(([kind, label]) => {
        const { root, profileId } = addTargets[kind] ?? {};
        return [
          <TextField
            name={`disc.addTargets.${kind}.root`}
            label={`${label}: root folder`}
            value={root ?? ""}
            optional={root === undefined}
            help="Path in the manager. Empty = same as for other titles in the library (default)."
          />,
          <NumberField
            name={`disc.addTargets.${kind}.profileId`}
            label={`${label}: quality profile`}
            value={profileId}
            optional={profileId === undefined}
            required={false}
            min={1}
            help="ID in the manager. Empty = same as for other titles in the library (default)."
          />,
        ];
      })}
    </>
  );
}

/** Drives that the user added. The Discs page manages them. */
export function Drives() {
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
