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
          Whoever can change these settings can run programs on this machine: ask for a login where others reach it. The
          API key is made in <a href="#api-key">a card of its own</a>.
        </>
      }
    >
      <LoginSettings />
      <ChoiceSetting
        name="general.security.certificateValidation"
        labels={{
          enabled: "always",
          disabledForLocalAddresses: "not of local addresses",
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
        labels={{ none: "None", basic: "Basic: the browser asks", forms: "Forms: a login page" }}
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
          help="Needed to change the user name or the password, and to switch the login off."
        />
      </div>
    </>
  );
}
