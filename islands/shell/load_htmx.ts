import { drawLater, whenSeen } from "../idle.ts";

/** Events that are only recorded for htmx. They have no default action that must be prevented. */
const RECORDED = ["input", "change", "toggle"] as const;
/** Events that are recorded for htmx, and whose default action is prevented because it would leave the page. */
const INTERCEPTED = ["click", "submit"] as const;
const SENDER = "[hx-get],[hx-post],[hx-put],[hx-patch],[hx-delete]";

/**
 * Loads htmx once the page is visible and responsive, because processing the markup takes longer than everything before
 * it. User actions are recorded until then and replayed when htmx is ready. If htmx is never loaded, links and forms
 * work as they do without JavaScript.
 */
export function loadHtmx(page: Document): void {
  const early: (() => void)[] = [];
  const pressed = new Set<Element>();
  let loading: Promise<unknown> | undefined;
  const load = () => {
    // htmx processes the existing content when it loads.
    drawLater(page);
    loading ??= import("../htmx.ts").catch(release);
  };
  page.addEventListener("htmx:after:process", release, { once: true });
  for (const type of RECORDED) page.addEventListener(type, record, true);
  for (const type of INTERCEPTED) page.addEventListener(type, intercept, true);
  for (const field of enteredFields(page)) for (const type of RECORDED) repeat(type, field);
  whenSeen(load);

  function record({ type, target }: Event): void {
    if (target instanceof Element) repeat(type, target);
  }

  function repeat(type: string, target: Element): void {
    if (target.closest(SENDER) === null) return;
    early.push(() => void target.dispatchEvent(new Event(type, { bubbles: type !== "toggle" })));
  }

  function intercept(event: Event): void {
    const sender = event instanceof SubmitEvent ? event.target : clickedSender(event);
    if (!(sender instanceof HTMLElement) || !sender.matches(SENDER)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Repeated clicks on an element that does not seem to respond are handled as one.
    if (!pressed.has(sender)) early.push(() => press(sender, event));
    pressed.add(sender);
    load();
  }

  function release(): void {
    page.removeEventListener("htmx:after:process", release);
    for (const type of RECORDED) page.removeEventListener(type, record, true);
    for (const type of INTERCEPTED) page.removeEventListener(type, intercept, true);
    for (const act of early) act();
  }
}

/**
 * Returns the element for which htmx sends a request on this click. Forms are sent on `submit`, other elements on their
 * trigger.
 */
function clickedSender(event: Event): Element | null {
  const sender = event.target instanceof Element ? event.target.closest(SENDER) : null;
  const trigger = sender?.getAttribute("hx-trigger");
  if (trigger !== null && trigger !== undefined) return /\bclick\b/.test(trigger) ? sender : null;
  const opensElsewhere = event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey);
  return opensElsewhere || sender?.matches("form, input, select, textarea") ? null : sender;
}

function press(sender: HTMLElement, event: Event): void {
  if (!sender.isConnected) return;
  if (!(sender instanceof HTMLFormElement)) return sender.click();
  const submitter = event instanceof SubmitEvent ? event.submitter : null;
  sender.requestSubmit(submitter?.isConnected === true ? submitter : null);
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Returns the fields that differ from the served page, because they were edited before the script was loaded. Empty
 * after a reload or back navigation, for which the browser restores earlier values.
 */
function enteredFields(page: Document): Field[] {
  const [opened] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return opened?.type === "navigate"
    ? [...page.querySelectorAll<Field>("select,input,textarea")].filter(isEntered)
    : [];
}

/** A list without a preselected option shows its first option. */
const isEntered = (field: Field): boolean =>
  field instanceof HTMLSelectElement
    ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected))
    : field.type === "checkbox"
    ? (field as HTMLInputElement).checked !== field.matches(":default")
    : field.value !== field.defaultValue;
