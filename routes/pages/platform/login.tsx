import { Icon } from "../../../lib/ui/icon.tsx";
import { Document } from "../../../lib/ui/layout.tsx";
import { useLink, useView } from "../../../lib/ui/render.tsx";

/** `username` is the name entered in the last attempt. */
export interface LoginProps {
  /** Local path to open after the login. */
  to: string;
  /** Reason why the last attempt failed. */
  error?: string;
  username?: string;
  /** Address and name of the button for logging in at a provider, if that is enabled. */
  provider?: { href: string; label: string };
  /** Address for logging out of the provider, after logging out of Lathe. */
  leave?: string;
}

/** Login page with a plain form that works without JavaScript. */
export function LoginPage({ to, error, username = "", provider, leave }: LoginProps) {
  const link = useLink();
  const { instanceName, assets } = useView();
  return (
    <Document title="Log in">
      <main class="login" id="content">
        <form method="post" action={link("/login")} class="card stack">
          <h1 class="brand">
            <img src={link(`/static/${assets["icon.svg"] ?? "icon.svg"}`)} alt="" width={32} height={32} />
            {instanceName}
          </h1>
          {error && (
            <div class="note" data-tone="bad" role="alert">
              <Icon name="warn" />
              <div>{error}</div>
            </div>
          )}
          {leave !== undefined && (
            <div class="note">
              <Icon name="info" />
              <div>
                {`You are logged out of ${instanceName}. `}
                <a href={leave}>{`Log out of ${provider?.label ?? "the provider"}, too`}</a>
              </div>
            </div>
          )}
          <div class="field">
            <label for="username">User name</label>
            <input id="username" name="username" value={username} autocomplete="username" required autofocus />
          </div>
          <div class="field">
            <label for="password">Password</label>
            <input id="password" name="password" type="password" autocomplete="current-password" required />
          </div>
          <input type="hidden" name="rememberMe:boolean" value="false" />
          <label class="check">
            <input type="checkbox" name="rememberMe:boolean" value="true" />
            Remember me for 30 days
          </label>
          <input type="hidden" name="to" value={to} />
          <button type="submit" class="primary">Log in</button>
          {provider !== undefined && <a class="button" href={provider.href}>{`Log in with ${provider.label}`}</a>}
        </form>
      </main>
    </Document>
  );
}
