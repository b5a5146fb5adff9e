import { drawLater, whenSeen } from "../idle.ts";

/** What htmx sends something for when it happens; the browser does nothing of its own that must wait. */
const KEPT = ["input", "change", "toggle"] as const;
/** What the browser would answer by leaving the page, where htmx stays on it. */
const HELD = ["click", "submit"] as const;
const SENDER = "[hx-get],[hx-post],[hx-put],[hx-patch],[hx-delete]";

/**
 * Loads htmx once the page is seen and answers, as looking over its whole markup takes longer than all that comes before.
 * What a person does until it listens is done as soon as it does, as if they had waited; should it never come, links and
 * forms work as those of a page without script.
 */
export function loadHtmx(page: Document): void {
  const early: (() => void)[] = [];
  const pressed = new Set<Element>();
  let loading: Promise<unknown> | undefined;
  const load = () => {
    // htmx looks over what is there when it comes.
    drawLater(page);
    loading ??= import("../htmx.ts").catch(release);
  };
  page.addEventListener("htmx:after:process", release, { once: true });
  for (const type of KEPT) page.addEventListener(type, keep, true);
  for (const type of HELD) page.addEventListener(type, hold, true);
  for (const field of enteredFields(page)) for (const type of KEPT) repeat(type, field);
  whenSeen(load);

  function keep({ type, target }: Event): void {
    if (target instanceof Element) repeat(type, target);
  }

  function repeat(type: string, target: Element): void {
    if (target.closest(SENDER) === null) return;
    early.push(() => void target.dispatchEvent(new Event(type, { bubbles: type !== "toggle" })));
  }

  function hold(event: Event): void {
    const sender = event instanceof SubmitEvent ? event.target : clickedSender(event);
    if (!(sender instanceof HTMLElement) || !sender.matches(SENDER)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Who presses again because nothing happened yet means it once.
    if (!pressed.has(sender)) early.push(() => press(sender, event));
    pressed.add(sender);
    load();
  }

  function release(): void {
    page.removeEventListener("htmx:after:process", release);
    for (const type of KEPT) page.removeEventListener(type, keep, true);
    for (const type of HELD) page.removeEventListener(type, hold, true);
    for (const act of early) act();
  }
}

/** The element that htmx sends for when this is clicked; a form is sent by its `submit`, others by what they name. */
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
 * The fields in which something else stands than the server drew: what somebody entered before any script was there.
 * None where the browser itself fills in what once stood there, as after a reload or on the way back.
 */
function enteredFields(page: Document): Field[] {
  const [opened] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return opened?.type === "navigate"
    ? [...page.querySelectorAll<Field>("select,input,textarea")].filter(isEntered)
    : [];
}

/** Where the server drew none as selected, a list shows its first. */
const isEntered = (field: Field): boolean =>
  field instanceof HTMLSelectElement
    ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected))
    : field.type === "checkbox"
    ? (field as HTMLInputElement).checked !== field.matches(":default")
    : field.value !== field.defaultValue;
