import { Hono } from "hono";
import { renderToString } from "preact-render-to-string";
import type { Rescue, RescueDecision } from "../lib/app/backup/rescue.ts";
import { Fault } from "../lib/kit/fault.ts";
import { exactTime } from "../lib/kit/format.ts";
import type { Backup } from "../lib/platform/model.ts";
import { asFault, problemResponse } from "./http/problem.ts";
import type { AppEnv } from "./http/router.ts";

/** Maximum size of the form's body in bytes. */
const MAX_FORM_BYTES = 16 * 1024;

const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/**
 * Creates the application that runs after a failed start until the user has decided how to continue. It serves one page
 * and rejects all other requests.
 */
export function rescueApp(rescue: Rescue, decided: (outcome: "reopen" | "quit") => void): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
  });
  const page = async (error?: string) =>
    "<!doctype html>" +
    renderToString(<RescuePage rescue={rescue} backup={await rescue.newestBackup()} error={error} />);
  app.get("*", async (c) => {
    if (!wantsPage(c.req.raw)) throw waits(rescue);
    return c.html(await page(), 503);
  });
  app.post("*", async (c) => {
    if (!wantsPage(c.req.raw)) throw waits(rescue);
    if (Number(c.req.header("content-length") ?? Infinity) > MAX_FORM_BYTES) {
      throw new Fault("too_large", "The form is too large.");
    }
    try {
      const outcome = await rescue.decide(decisionOf(new URLSearchParams(await c.req.text())), c.env.peer);
      // The decision takes effect with a delay, so that the response is sent before the server stops.
      setTimeout(() => decided(outcome), ANSWER_MS);
      return c.html(`<!doctype html>${renderToString(<DonePage outcome={outcome} />)}`);
    } catch (error) {
      const { status, message } = asFault(error);
      return c.html(await page(message), status);
    }
  });
  app.all("*", () => {
    throw waits(rescue);
  });
  app.onError((error, c) => problemResponse(c, asFault(error)));
  return app;
}

const ANSWER_MS = 100;

const waits = ({ problem }: Rescue) =>
  new Fault("busy", `Lathe has not started: ${problem.message} Open this address in a browser to resolve this.`, {
    retryAfterSeconds: 60,
  });

const wantsPage = ({ url, headers }: Request): boolean =>
  !/\/api(?:\/|$)/.test(new URL(url).pathname) && (headers.get("accept") ?? "").includes("text/html");

function decisionOf(form: URLSearchParams): RescueDecision {
  const text = (name: string) => form.get(name)?.slice(0, 1024) ?? "";
  const action = text("action");
  if (action !== "restore" && action !== "empty" && action !== "quit") throw new Fault("invalid", "Choose what to do.");
  return {
    action,
    code: text("code"),
    username: text("username"),
    password: text("password"),
    newUsername: text("newUsername"),
    newPassword: text("newPassword"),
  };
}

function RescuePage({ rescue, backup, error }: { rescue: Rescue; backup: Backup | undefined; error?: string }) {
  const { problem, proof, needsNewLogin } = rescue;
  return (
    <Page title="Lathe has not started">
      <p>{problem.message}</p>
      <p>
        Nothing was changed. Choose how to continue. Existing data is not deleted: it is kept in a folder whose name
        starts with set-aside.
      </p>
      {error === undefined ? null : <p role="alert" class="error">{error}</p>}
      <form method="post">
        {proof.kind === "login"
          ? (
            <fieldset>
              <legend>Your login</legend>
              <Field name="username" label="User name" autocomplete="username" />
              <Field name="password" label="Password" type="password" autocomplete="current-password" />
            </fieldset>
          )
          : (
            <fieldset>
              <legend>Proof of access to this server</legend>
              <Field name="code" label="Code that Lathe printed when it started (console or container log)" />
            </fieldset>
          )}
        {backup === undefined ? <p>There is no backup to restore.</p> : (
          <p>
            <button type="submit" name="action" value="restore">Restore the newest backup</button>
            <small>{backup.name}, created {exactTime(backup.createdAt)}</small>
          </p>
        )}
        {needsNewLogin
          ? (
            <fieldset>
              <legend>New login (used only with “Start with new settings”)</legend>
              <Field name="newUsername" label="User name" autocomplete="username" />
              <Field
                name="newPassword"
                label="Password (at least 8 characters)"
                type="password"
                autocomplete="new-password"
              />
            </fieldset>
          )
          : null}
        <p>
          <button type="submit" name="action" value="empty">
            {problem.reason === "settings_missing" ? "Start with new settings" : "Start with an empty database"}
          </button>
        </p>
        <p>
          <button type="submit" name="action" value="quit">Quit</button>
        </p>
      </form>
    </Page>
  );
}

function DonePage({ outcome }: { outcome: "reopen" | "quit" }) {
  return (
    <Page title={outcome === "quit" ? "Lathe has stopped" : "Lathe is starting"}>
      <p>{outcome === "quit" ? "Nothing was changed." : <a href="">Open Lathe</a>}</p>
    </Page>
  );
}

const STYLE = "body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}" +
  "label,input,small{display:block}input{width:100%;font:inherit;padding:.4rem;box-sizing:border-box}" +
  "button{font:inherit;padding:.5rem 1rem}fieldset{margin:1rem 0}.error{color:#a40000;font-weight:bold}";

function Page({ title, children }: { title: string; children: preact.ComponentChildren }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  );
}

function Field(
  { name, label, type = "text", autocomplete = "off" }: {
    name: string;
    label: string;
    type?: "text" | "password";
    autocomplete?: string;
  },
) {
  return (
    <label>
      {label}
      {type === "password"
        ? <input name={name} type="password" autocomplete={autocomplete} />
        : <input name={name} type="text" autocomplete={autocomplete} />}
    </label>
  );
}
