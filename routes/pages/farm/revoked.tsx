import type { RevokedAgent } from "../../../lib/farm/agents/model.ts";
import { Note } from "../../../lib/ui/layout.tsx";

/** ID of the element that shows the remaining steps for a revoked machine. */
const PLACE = "revoked-agent";

/**
 * Form options that show the response in the element `revoked-agent`. Without JavaScript, the page reloads and shows
 * the remaining steps.
 */
export const intoRevokedPlace = { target: `#${PLACE}`, swap: "innerHTML" } as const;

/** Element that shows the remaining steps for a revoked machine. It may be empty. */
export const RevokedPlace = ({ revoked }: { revoked?: RevokedAgent }) => (
  <div id={PLACE} aria-live="polite">{revoked && <RevokedNote revoked={revoked} />}</div>
);

/** Remaining steps for the user, because this service could not complete the revocation. */
export const RevokedNote = ({ revoked: { name, warning } }: { revoked: RevokedAgent }) => (
  <Note tone="warn">
    <p>
      <strong>{`${name} was revoked.`}</strong> {warning}
    </p>
  </Note>
);
