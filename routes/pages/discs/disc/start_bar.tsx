import type { RipEstimate } from "../../../../lib/discs/rip_schema.ts";
import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import { bytes, count } from "../../../../lib/kit/format.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { isOpen } from "../rip_state.tsx";

/** Element ID of the bar, which is updated with the disc. */
export const START_BAR = "disc-start";

/**
 * Bar with a summary of the selection and the button that starts the rip. The button belongs to the form `#choice`, but
 * the bar stays at the lower edge of the window when the page is scrolled.
 */
export function StartBar({ rip, estimate }: { rip: Rip; estimate?: RipEstimate | undefined }) {
  if (!isOpen(rip)) return <div id={START_BAR} hidden />;
  const one = rip.cd === undefined ? "title" : "track";
  return (
    <div id={START_BAR} class="save-bar">
      <button type="submit" form="choice" class="primary">
        <Icon name="play" size={18} />
        {labelOf(rip, `${one}s`)}
      </button>
      <span class="quiet small">
        {`${rip.counts.selected} of ${count(rip.titles.length, one)} selected`}
        {estimate && ` · ${bytes(estimate.ripBytes)}`}
      </span>
    </div>
  );
}

function labelOf({ status }: Rip, many: string): string {
  if (status === "failed") return `Rip missing ${many}`;
  return status === "interrupted" ? "Resume ripping" : "Start ripping";
}
