import { Icon } from "../../../../lib/ui/icon.tsx";
import { Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { type FirstStep, isOpen, stepPath } from "../../../data/first_steps.ts";
import { type SettingsData, SettingsProvider } from "../../platform/settings/settings_section.tsx";
import { StepForm, type StepFormData } from "./step_form.tsx";
import { SkipButton, StepList } from "./step_list.tsx";

/** All steps, the settings that they change, and the current step. Without a current step, the list is shown. */
export interface FirstStepsData extends SettingsData, StepFormData {
  steps: FirstStep[];
  current: FirstStep | undefined;
}

/** Setup after the installation: one question per page, or the list of all steps. */
export function FirstStepsPage(data: FirstStepsData) {
  const { steps, current } = data;
  const link = useLink();
  const open = steps.filter(isOpen).length;
  if (current === undefined) {
    return (
      <Page
        title="First steps"
        lead={open === 0 ? "All steps are done." : `${open} of ${steps.length} steps remaining.`}
        actions={
          <>
            <a class="button" href={link("/policies/new")}>Encode automatically</a>
            <a class="button primary" href={link("/encode")}>Encode a file</a>
          </>
        }
      >
        <StepList steps={steps} then="/first-steps?step=all" />
      </Page>
    );
  }
  const at = steps.indexOf(current);
  const next = steps[at + 1];
  const nextPath = next ? stepPath(next.id) : "/first-steps?step=all";
  const previous = steps[at - 1];
  return (
    <Page title="First steps" lead={`Step ${at + 1} of ${steps.length}: ${current.title}`}>
      <StepLinks steps={steps} current={current} />
      <section class="card stack first-step" aria-labelledby="step-h">
        <h2 id="step-h">{current.question}</h2>
        <p>{current.text}</p>
        <SettingsProvider value={data}>
          <StepForm id={current.id} next={nextPath} {...data} />
        </SettingsProvider>
        <div class="actions first-step-links">
          {previous && <a class="button" href={link(stepPath(previous.id))}>Back</a>}
          {current.done
            ? <a class="button" href={link(nextPath)}>Next</a>
            : <SkipButton step={current} then={nextPath} />}
        </div>
      </section>
    </Page>
  );
}

/** Links to all steps with their state. */
function StepLinks({ steps, current }: { steps: FirstStep[]; current: FirstStep }) {
  const link = useLink();
  return (
    <nav aria-label="Steps">
      <ol class="step-links">
        {steps.map((step) => (
          <li data-done={step.done ? "" : undefined}>
            <a href={link(stepPath(step.id))} aria-current={step === current ? "step" : undefined}>
              <Icon name={step.done ? "check" : "clock"} size={16} />
              {step.title}
              <span class="visually-hidden">{step.done ? ", done" : step.skipped ? ", skipped" : ", to do"}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
