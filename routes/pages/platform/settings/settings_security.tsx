import { TextField } from "../../../../lib/ui/field.tsx";
import { ChoiceSetting, LinesSetting, ListSetting, SecretSetting, TextSetting } from "./settings_controls.tsx";
import { Section, useSettings } from "./settings_section.tsx";

/** Who may come in, what they may reach, whom we trust. */
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
        label="Check certificates of others"
        labels={{
          enabled: "always",
          disabledForLocalAddresses: "not of local addresses",
          disabled: "never",
        }}
        advanced
      />
      <ListSetting
        name="general.security.trustedProxies"
        label="Trusted proxies"
        help="Addresses that may say whom they speak for, with commas. Empty = any local address."
        advanced
      />
      <LinesSetting
        name="general.security.mediaRoots"
        label="Media folders"
        help="One a line; only files below these may be encoded. Empty = any readable file."
      />
    </Section>
  );
}

/** Whether a login is asked for, of whom, and with which name and password. */
function LoginSettings() {
  const { passwordSet } = useSettings().settings.general.security;
  return (
    <>
      <ChoiceSetting
        name="general.security.authentication"
        label="Authentication"
        labels={{ none: "None", basic: "Basic: the browser asks", forms: "Forms: a login page" }}
      />
      <ChoiceSetting
        name="general.security.authenticationRequired"
        label="Login asked"
        labels={{
          enabled: "of everyone",
          disabledForLocalAddresses: "of everyone but local addresses",
        }}
      />
      <TextSetting name="general.security.username" label="User name" help="Empty = none." />
      <SecretSetting
        name="general.security.password"
        label="Password"
        help="At least 8 characters; shown as stars once it is set. Empty = none."
      />
      <div data-when="general.security.passwordSet" hidden={!passwordSet}>
        <TextField
          name="general.security.currentPassword"
          label="Current password"
          value=""
          secret
          help="Only to change the user name or the password."
        />
      </div>
    </>
  );
}
