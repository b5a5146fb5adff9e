/** What is asked before something goes that does not come back. */
export interface Question {
  /** What goes, and what stays. */
  text: string;
  /** The button that does it, in its own words: "Delete the profile". */
  action: string;
}

/** Asks in a dialog of the page; answers whether the action was chosen. Escape and "Keep" are a no. */
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

/** As much of htmx's account of a request as is needed here. */
interface ConfirmDetail {
  ctx: { confirm?: string; sourceElement?: Element; sourceEvent?: Event };
  issueRequest(): void;
  dropRequest(): void;
}

/** Puts our dialog in the place of the browser's for every `hx-confirm` of the page. */
export function askInDialogs(page: EventTarget): void {
  page.addEventListener("htmx:confirm", (event) => {
    const { ctx, issueRequest, dropRequest } = (event as CustomEvent<ConfirmDetail>).detail;
    if (ctx.confirm === undefined) return;
    event.preventDefault();
    const submitter = ctx.sourceEvent instanceof SubmitEvent ? ctx.sourceEvent.submitter : null;
    void ask({ text: ctx.confirm, action: actionOf(submitter ?? ctx.sourceElement) })
      .then((yes) => yes ? issueRequest() : dropRequest());
  });
}

/** The words of the button that was pressed. */
export function actionOf(element: Element | undefined): string {
  const button = element instanceof HTMLFormElement ? element.querySelector("[type=submit]") : element;
  return button?.getAttribute("aria-label") ?? (button?.textContent?.trim() || "Continue");
}
