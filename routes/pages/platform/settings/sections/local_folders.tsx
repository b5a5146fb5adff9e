import { SelectField, TextField } from "../../../../../lib/ui/field.tsx";
import { Rows } from "../settings_rows.tsx";
import { Part, useSettings } from "../settings_section.tsx";

const KINDS = [
  ["auto", "any type (by name)"],
  ["movie", "movies"],
  ["series", "series"],
  ["anime", "anime"],
  ["music", "music"],
] as const;

/** Folders of local media in addition to the folders of the path mappings. */
export function LocalFolders() {
  const { folders } = useSettings().settings.localMedia;
  return (
    <Part title="Additional folders" id="local-folders">
      <Rows
        name="localMedia.folders"
        items={folders}
        blank={{ path: "", kind: "auto" as const }}
        empty="No additional folders."
        addLabel="Add a folder"
        removeLabel="Remove this folder"
        row={({ path, kind }, at) => (
          <div class="fields">
            <TextField
              name={`${at}.path`}
              label="Folder"
              value={path}
              placeholder="/mnt/media"
              pick={{ endings: [] }}
              required
            />
            <SelectField name={`${at}.kind`} label="Contains" value={kind} options={KINDS} />
          </div>
        )}
      />
    </Part>
  );
}
