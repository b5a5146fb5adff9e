import type { Page } from "playwright-core";

const AXE = await Deno.readTextFile(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url));

/** Returns all axe-core violations regardless of severity, one line per element. */
export async function axeViolations(page: Page, { contrast }: { contrast: boolean }): Promise<string[]> {
  // The script is evaluated through the debugger, so that the CSP of the page stays in effect.
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (contrast) =>
      (globalThis as unknown as { axe: { run(where: Document, how: unknown): Promise<{ violations: Violation[] }> } })
        .axe.run(document, { resultTypes: ["violations"], rules: { "color-contrast": { enabled: contrast } } }),
    contrast,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `axe ${id}: ${html.slice(0, 200)} ${failureSummary.replaceAll("\n", " ")}`)
  );
}

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/**
 * Returns layout faults: a page wider than the window, text cut off without an ellipsis, and controls outside their
 * box.
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    const over = root.scrollWidth - root.clientWidth;
    if (over > 1) found.push(`the page is ${over} px wider than its window`);
    const named = (element: Element) => {
      const { id } = element;
      const classes = [...element.classList].map((name) => `.${name}`).join("");
      const text = (element.textContent ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 40);
      return `${element.localName}${id === "" ? "" : `#${id}`}${classes} "${text}"`;
    };
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest(".visually-hidden, [aria-hidden=true]") === null &&
      // In tables that are shown as cards, the headers are only for screen readers.
      (element.closest("thead")?.clientWidth ?? 2) > 1;
    const isScrolledSideways = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || isScrolledSideways(element.parentElement));
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      if (!isSeen(element)) continue;
      const style = getComputedStyle(element);
      const cuts = style.overflowX === "hidden" || style.overflowX === "clip";
      const isField = element.matches("input:not([type]), input[type=text], input[type=search], select");
      if (
        cuts && !isField && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1 &&
        style.textOverflow !== "ellipsis" && style.webkitLineClamp === "none" &&
        element.matches(":not(img, progress, svg)")
      ) found.push(`cut off: ${named(element)}, ${element.scrollWidth} in ${element.clientWidth} px`);
      if (element instanceof HTMLSelectElement && !element.multiple) {
        const probe = document.createElement("canvas").getContext("2d");
        const wanted = [...element.selectedOptions].map(({ text }) => {
          if (probe === null) return 0;
          probe.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
          return probe.measureText(text).width;
        });
        // The arrow of a select and its padding are 16 px wide.
        const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
        if (Math.max(...wanted, 0) > room) found.push(`cut choice: ${named(element)}, ${Math.round(room)} px`);
      }
      if (!element.matches("button, .button, .badge, h1, h2, h3, select, input, summary, th, dd, dt")) continue;
      if (isScrolledSideways(element)) continue;
      const box = element.parentElement?.closest(".card, dialog, li, td, article, section, fieldset, main");
      const inner = element.getBoundingClientRect();
      const outer = box?.getBoundingClientRect();
      if (outer && inner.width > 0 && (inner.right > outer.right + 1 || inner.left < outer.left - 1)) {
        if (getComputedStyle(element).position === "absolute" || style.position === "fixed") continue;
        found.push(`over its box: ${named(element)}, ${Math.round(inner.right - outer.right)} px`);
      }
      if (element.matches("button, .button") && element.scrollWidth > element.clientWidth + 1) {
        found.push(`label over its button: ${named(element)}`);
      }
      if (element.matches("button, .button, .badge") && inner.right > root.clientWidth + 1) {
        found.push(`outside the window: ${named(element)}`);
      }
    }
    return [...new Set(found)];
  });

/**
 * Returns numbers that a line break separates from their units, in texts of Lathe. Logs, commands and file names may
 * break anywhere.
 */
export const brokenAmounts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const amount = /\d (?:[kMGTP]?B|[kM]b|k?Hz|fps|px|dB|min|ms|h|s|%)(?![\p{L}\d])/gu;
    const found: string[] = [];
    const texts = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.parentElement?.closest("pre, code, .path, .prose, option, script")) continue;
      const text = node.nodeValue ?? "";
      for (const { index, 0: { length } } of text.matchAll(amount)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + length);
        const [first, ...others] = range.getClientRects();
        if (first && others.some(({ top }) => top >= first.bottom)) {
          found.push(`broken apart: ${text.slice(Math.max(0, index - 30), index + 20).replaceAll(/\s+/g, " ")}`);
        }
      }
    }
    return found;
  });
