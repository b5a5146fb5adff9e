import { TextField } from "../../../../../lib/ui/field.tsx";
import { SettingControl } from "../settings_controls.tsx";
import { useSettings } from "../settings_section.tsx";

/** Password, and the current one that a change of the login requires. */
export function Login() {
  const { passwordSet } = useSettings().settings.general.security;
  return (
    <>
      <SettingControl name="general.security.password" />
      <div data-when="general.security.passwordSet" hidden={!passwordSet}>
        <TextField
          name="general.security.currentPassword"
          label="Current password"
          value=""
          secret
          help="Required to change the user name or password, and to turn the login off."
        />
      </div>
    </>
  );
}
