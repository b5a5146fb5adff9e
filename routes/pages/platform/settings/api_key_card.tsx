import { hxForm } from "../../../../lib/ui/hx.ts";
import { useLink } from "../../../../lib/ui/render.tsx";
import { CopyButton } from "../../../../lib/ui/components/copy_button.tsx";

/** A separate form, because a new key is not a setting saved with the others. */
export function ApiKeyCard() {
  const link = useLink();
  return (
    <section class="card stack settings-aside" id="api-key" aria-labelledby="key-h">
      <h2 id="key-h">API key</h2>
      <p class="quiet small">
        Clients on other networks send it as{" "}
        <code>X-Api-Key</code>. It is shown once, when it is created. The previous key stops working immediately, also
        in open pages of remote clients.
      </p>
      <form
        {...hxForm(link("/api/settings/apikey"), { done: "A new API key was created.", reveal: "apiKey" })}
        class="actions"
      >
        <button type="submit">Create a new key</button>
        <output class="code" aria-label="The new API key" hidden></output>
        <CopyButton text="" what="the API key" />
      </form>
    </section>
  );
}
