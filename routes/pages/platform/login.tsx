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
}

/** Login page with a plain form that works without JavaScript. */
export function LoginPage({ to, error, username = "" }: LoginProps) {
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
        </form>
      </main>
    </Document>
  );
}
