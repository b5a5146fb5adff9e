import { TextField } from "../../../../../lib/ui/field.tsx";
import { ChoiceSetting, LinesSetting, ListSetting, SecretSetting, TextSetting } from "../settings_controls.tsx";
import { Section, useSettings } from "../settings_section.tsx";

/** Access and trust settings. */
export function Security() {
  return (
    <Section
      id="security"
      lead={
        <>
          Anyone who can change these settings can run programs on this server. Require a login if others can reach it.
          The API key is created in <a href="#api-key">a separate card</a>.
        </>
      }
    >
      <LoginSettings />
      <ChoiceSetting
        name="general.security.certificateValidation"
        labels={{
          enabled: "always",
          disabledForLocalAddresses: "not for local addresses",
          disabled: "never",
        }}
      />
      <ListSetting name="general.security.trustedProxies" />
      <LinesSetting name="general.security.mediaRoots" />
    </Section>
  );
}

/** Authentication mode, user name and password. */
function LoginSettings() {
  const { passwordSet } = useSettings().settings.general.security;
  return (
    <>
      <ChoiceSetting
        name="general.security.authentication"
        labels={{ none: "None", basic: "Basic: browser prompt", forms: "Forms: login page" }}
      />
      <ChoiceSetting
        name="general.security.authenticationRequired"
        labels={{
          enabled: "for everyone",
          disabledForLocalAddresses: "for everyone but local addresses",
        }}
      />
      <TextSetting name="general.security.username" />
      <SecretSetting name="general.security.password" />
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
