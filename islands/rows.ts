/**
 * List of rows that can be added from a template and removed. Names and IDs are renumbered in row order, so that the
 * rows are sent in the displayed order and errors refer to the right row.
 */
export function rows(host: HTMLElement): void {
  const list = host.querySelector("ul");
  const blank = host.querySelector("template");
  const add = host.querySelector<HTMLElement>("[data-add]");
  if (list === null || blank === null || add === null) return;
  const steps = (host.dataset.list ?? "").replaceAll(".", "[.-]");
  const numbered = new RegExp(`^((?:f-)?${steps}[.-])\\w+(?=[.-]|$)`);

  const count = () => {
    [...list.children].forEach((row, i) => {
      for (const element of row.querySelectorAll("*")) {
        for (const name of ["name", "id", "for", "aria-describedby", "data-scope"]) {
          const value = element.getAttribute(name);
          if (value !== null) element.setAttribute(name, value.replace(numbered, `$1${i}`));
        }
        const props = element.getAttribute("data-props");
        if (props !== null) {
          element.setAttribute(
            "data-props",
            props.replace(/"input":"([^"]+)"/, (_, id: string) => `"input":"${id.replace(numbered, `$1${i}`)}"`),
          );
        }
      }
    });
    host.querySelector("[data-empty]")?.toggleAttribute("hidden", list.children.length > 0);
  };

  host.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button === add) {
      list.append(document.importNode(blank.content, true));
      const row = list.lastElementChild;
      for (const id of row?.querySelectorAll<HTMLInputElement>("[data-fresh-id]") ?? []) id.value = freshId();
      count();
      row?.querySelector<HTMLElement>("input:not([type=hidden]), select")?.focus();
    } else if (button?.hasAttribute("data-remove")) {
      button.closest("li")?.remove();
      count();
      add.focus();
    }
  });
}

/** `randomUUID()` is available only under HTTPS and on localhost. */
const freshId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
