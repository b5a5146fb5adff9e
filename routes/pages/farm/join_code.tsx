import type { JoinInvitation } from "../../../lib/farm/agents/model.ts";
import { CopyButton } from "../../../lib/ui/components/copy_button.tsx";
import { hx } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { joinCodeLife } from "../../../lib/ui/join_code_life.ts";
import { useLink } from "../../../lib/ui/render.tsx";
import { AGENTS_PAGE } from "./agent_texts.ts";

/** ID of the element that shows the join code. */
const PLACE = "join-code";

/** Form that creates a join code and shows it. Without JavaScript, the page reloads with the code. */
export function AddMachine() {
  const url = useLink()("/api/agents/join-codes");
  return (
    <form method="post" action={url} {...hx({ post: url, target: `#${PLACE}`, swap: "innerHTML", sync: "drop" })}>
      <button type="submit" class="primary">
        <Icon name="plus" size={18} />
        {AGENTS_PAGE.add}
      </button>
    </form>
  );
}

/** Element that shows the join code. It may be empty. */
export const JoinCodePlace = ({ code, now }: { code?: JoinInvitation; now: Date }) => (
  <div id={PLACE} aria-live="polite">{code && <JoinCodeCard code={code} now={now} />}</div>
);

/** Card with the command that turns another machine into an agent. */
export function JoinCodeCard(
  { code: { id, command, qrSvg, expiresAt, addresses }, now }: { code: JoinInvitation; now: Date },
) {
  const seconds = Math.round((Date.parse(expiresAt) - now.getTime()) / 1000);
  return (
    <section
      id={`join-code-${id}`}
      class="card stack join-code"
      aria-labelledby="join-code-h"
      data-behaviour="joinCode"
    >
      <h2 id="join-code-h">{AGENTS_PAGE.add}</h2>
      <p>{AGENTS_PAGE.command}</p>
      <div class="copyable">
        <pre class="code" tabindex={0} aria-label="Join command">{command}</pre>
        <CopyButton text={command} what="the command" />
      </div>
      <p class="join-code-life" data-seconds={String(seconds)}>{joinCodeLife(seconds)}</p>
      <p class="quiet small">{`It connects to ${addresses.join(" or ")}. ${AGENTS_PAGE.pendingNext}`}</p>
      {qrSvg && (
        <details>
          <summary>Show as a QR code</summary>
          <figure class="join-qr">
            <div role="img" aria-label="The join code as a QR code" dangerouslySetInnerHTML={{ __html: qrSvg }} />
            <figcaption class="quiet small">{AGENTS_PAGE.qr}</figcaption>
          </figure>
        </details>
      )}
    </section>
  );
}

/** Note that replaces a join code after a machine has used it. */
export const UsedJoinCode = ({ id }: { id: string }) => (
  <section id={`join-code-${id}`} class="card join-code" aria-label={AGENTS_PAGE.add}>
    <p>{AGENTS_PAGE.used}</p>
  </section>
);
