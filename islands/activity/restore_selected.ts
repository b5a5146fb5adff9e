import { restoreSummary } from "../../lib/ui/components/jobs/restore_summary.ts";
import { base, call, errorText, toast } from "../call.ts";
import { ask } from "../shell/ask.ts";

type Plan = Parameters<typeof restoreSummary>[0];

/** Shows what can be restored of the selected jobs, restores it after confirmation, and opens the page of the run. */
export async function restoreSelected(ids: string[]): Promise<void> {
  try {
    const plan = await call<Plan>("/api/jobs/undo?dryRun=1", { method: "POST", body: { ids } });
    if (plan.ready + plan.refused === 0) return toast("None of the selected jobs has replaced an original.");
    if (plan.ready === 0) return toast(restoreSummary(plan), "bad");
    if (!await ask({ text: restoreSummary(plan), action: "Restore originals" })) return;
    const run = await call<{ id: string }>("/api/jobs/undo", { method: "POST", body: { ids } });
    location.href = `${base()}/bin?run=${encodeURIComponent(run.id)}`;
  } catch (error) {
    toast(errorText(error), "bad");
  }
}
