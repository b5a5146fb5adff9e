import type { RevokedAgent } from "../../../lib/farm/agents/model.ts";
import { Note } from "../../../lib/ui/layout.tsx";

/** ID of the element that shows the remaining steps for a revoked machine. */
const PLACE = "revoked-agent";

/** Makes a form show its response in that element. Without JavaScript the page reloads with the note. */
export const intoRevokedPlace = { target: `#${PLACE}`, swap: "innerHTML" } as const;

/** Element that shows the note. It may be empty. */
export const RevokedPlace = ({ revoked }: { revoked?: RevokedAgent }) => (
  <div id={PLACE} aria-live="polite">{revoked && <RevokedNote revoked={revoked} />}</div>
);

/** Steps the user has to take because this service could not complete the revocation. */
export const RevokedNote = ({ revoked: { name, warning } }: { revoked: RevokedAgent }) => (
  <Note tone="warn">
    <p>
      <strong>{`${name} was revoked.`}</strong> {warning}
    </p>
  </Note>
);
