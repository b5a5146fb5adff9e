import { hxForm } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { type FirstStep, stepPath } from "../../../data/first_steps.ts";

/** Setup steps. Completed steps are ticked. */
export function StepList({ steps, then }: { steps: FirstStep[]; then: string }) {
  return (
    <ol class="card flush first-steps">
      {steps.map((step) => <Step step={step} then={then} />)}
    </ol>
  );
}

function Step({ step, then }: { step: FirstStep; then: string }) {
  const link = useLink();
  const { id, title, text, action, done, skipped } = step;
  return (
    <li data-done={done ? "" : undefined}>
      <Icon name={done ? "check" : "clock"} />
      <div>
        <strong>{title}</strong>
        <span class="visually-hidden">{done ? ", done" : skipped ? ", skipped" : ", to do"}</span>
        <p class="quiet">{text}</p>
      </div>
      <div class="actions">
        {!done && <a class="button" href={link(stepPath(id))}>{action}</a>}
        {!done && <SkipButton step={step} then={then} />}
      </div>
    </li>
  );
}

/** Button that skips a step or restores a skipped one. */
export function SkipButton({ step: { id, title, skipped }, then }: { step: FirstStep; then: string }) {
  const link = useLink();
  return (
    <form {...hxForm(link("/api/setup/steps"), { then })}>
      <input type="hidden" name="step" value={id} />
      <input type="hidden" name="skipped:boolean" value={String(!skipped)} />
      <button type="submit" class="ghost" aria-label={`${skipped ? "Restore" : "Skip"}: ${title}`}>
        {skipped ? "Restore" : "Skip"}
      </button>
    </form>
  );
}
