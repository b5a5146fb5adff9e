import type { RevokedAgent } from "../../../lib/farm/agents/model.ts";
import { Note } from "../../../lib/ui/layout.tsx";

/** Where it is said what is left to do about a machine that was revoked. */
const PLACE = "revoked-agent";

/** Puts the answer to a form there; without script the page comes back with it. */
export const intoRevokedPlace = { target: `#${PLACE}`, swap: "innerHTML" } as const;

/** The place of that note, with one or empty. */
export const RevokedPlace = ({ revoked }: { revoked?: RevokedAgent }) => (
  <div id={PLACE} aria-live="polite">{revoked && <RevokedNote revoked={revoked} />}</div>
);

/** What this service could not end by itself when it revoked a machine. */
export const RevokedNote = ({ revoked: { name, warning } }: { revoked: RevokedAgent }) => (
  <Note tone="warn">
    <p>
      <strong>{`${name} was revoked.`}</strong> {warning}
    </p>
  </Note>
);
