import { CopyButton } from "../../../../../lib/ui/components/copy_button.tsx";
import { useLink } from "../../../../../lib/ui/render.tsx";
import { SettingControl } from "../settings_controls.tsx";
import { useSettings } from "../settings_section.tsx";
import { TryButton } from "../settings_try.tsx";

/**
 * Last field of the OpenID Connect settings, followed by the addresses to enter at the provider and a test of the
 * issuer.
 */
export function OidcFoot() {
  const link = useLink();
  const { signInAddresses } = useSettings();
  return (
    <>
      <SettingControl name="general.security.oidc.buttonLabel" />
      <div class="sign-in stack-tight small">
        {signInAddresses && (
          <>
            <Address label="Redirect URI" value={signInAddresses.callback} />
            <Address label="Redirect URI after logout" value={signInAddresses.loggedOut} />
            <p class="quiet">
              Enter both URLs in the provider's settings. They begin with the application URL, or with the address of
              this page if no application URL is set.{" "}
              <a href={link("/docs/log-in")}>Steps for Authelia, Authentik and Keycloak</a>
            </p>
          </>
        )}
        <TryButton
          path="/api/settings/oidc/test"
          scope="general.security.oidc"
          fields={["issuer"]}
          label="Test issuer"
        />
      </div>
    </>
  );
}

const Address = ({ label, value }: { label: string; value: string }) => (
  <p>
    {`${label}: `}
    <code class="path">{value}</code>
    <CopyButton text={value} what={`the ${label}`} />
  </p>
);
