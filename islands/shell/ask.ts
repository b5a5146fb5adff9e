/** Confirmation question that is asked before something is permanently deleted. */
export interface Question {
  /** The consequences: what is deleted and what is kept. */
  text: string;
  /** Label of the confirm button, such as "Delete the profile". */
  action: string;
}

/** Shows a confirmation dialog and returns true if the user confirms. Escape and "Keep" return false. */
export function ask({ text, action }: Question): Promise<boolean> {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("role", "alertdialog");
  dialog.setAttribute("aria-label", action);
  dialog.setAttribute("aria-describedby", "ask-text");
  const words = Object.assign(document.createElement("p"), { id: "ask-text", textContent: text });
  const form = Object.assign(document.createElement("form"), { method: "dialog", className: "actions" });
  const button = (label: string, value: string, className: string) =>
    Object.assign(document.createElement("button"), { type: "submit", textContent: label, value, className });
  form.append(button("Keep", "", ""), button(action, "yes", "danger"));
  dialog.append(words, form);
  document.body.append(dialog);
  const before = document.activeElement;
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(dialog.returnValue === "yes");
    });
    dialog.showModal();
  });
}

/** The part of an htmx request's details that is used here. */
interface ConfirmDetail {
  ctx: { confirm?: string; sourceElement?: Element; sourceEvent?: Event };
  issueRequest(): void;
  dropRequest(): void;
}

/** Replaces the browser dialog with Lathe's dialog for every `hx-confirm` on the page. */
export function confirmInDialogs(page: EventTarget): void {
  page.addEventListener("htmx:confirm", (event) => {
    const { ctx, issueRequest, dropRequest } = (event as CustomEvent<ConfirmDetail>).detail;
    if (ctx.confirm === undefined) return;
    event.preventDefault();
    const submitter = ctx.sourceEvent instanceof SubmitEvent ? ctx.sourceEvent.submitter : null;
    void ask({ text: ctx.confirm, action: actionOf(submitter ?? ctx.sourceElement) })
      .then((yes) => yes ? issueRequest() : dropRequest());
  });
}

/** Returns the label of the pressed button. */
export function actionOf(element: Element | undefined): string {
  const button = element instanceof HTMLFormElement ? element.querySelector("[type=submit]") : element;
  return button?.getAttribute("aria-label") ?? (button?.textContent?.trim() || "Continue");
}
