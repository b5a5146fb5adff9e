import { deepStrictEqual as same } from "node:assert/strict";
import { type FakePage, settled, withPage } from "../../tests/fixtures/dom.ts";
import { jobSelection } from "./job_selection.ts";

const row = (id: string, more = 'data-bytes="1000" data-expected="400" data-seconds="60"') =>
  `<tr><td><input type="checkbox" id="${id}" name="ids:texts" value="${id}" ${more}></td></tr>`;
const LIST = (rows: string) =>
  `<div id="host"><input type="checkbox" id="page" data-all>
  <form data-figures="/api/jobs/figures?status=queued" hidden>
    <span data-count></span><span data-sum></span><button type="button" data-clear>Clear</button>
    <button type="button" data-select-all>All</button><select><option value=""></option><option value="p">P</option></select>
    ${
    ["cancel", "top", "profile", "remove"].map((value) => `<button id="do-${value}" value="${value}">x</button>`).join(
      "",
    )
  }
  </form><table>${rows}</table></div>`;
const ROWS = ["a", "b", "c", "d", "e"].map((id) => row(id)).join("");

const onList = (work: (page: FakePage & { chosen: () => string }) => unknown, rows = ROWS) =>
  withPage(LIST(rows), (page) => {
    jobSelection(page.one("#host"));
    const chosen = () =>
      [...page.document.querySelectorAll<HTMLInputElement>('[name="ids:texts"]')].filter(({ checked }) => checked)
        .map(({ value }) => value).join("");
    return work(Object.assign(page, { chosen }));
  });

Deno.test("jobs are selected one by one and by a range with Shift, in either direction, and deselected likewise", () =>
  onList(async ({ press, chosen, one }) => {
    await press("#b");
    await press("#d", { shiftKey: true });
    same(chosen(), "bcd");
    await press("#c");
    same(chosen(), "bd");
    await press("#a", { shiftKey: true });
    same(chosen(), "abcd", "a range becomes what its last box became");
    await press("#e");
    await press("#b", { shiftKey: true });
    same(chosen(), "a");
    same(one("[data-count]").textContent, "1 job selected");
  }));

Deno.test("the box of the page shows none, some or all, and chooses all or none", () =>
  onList(async ({ press, chosen, one }) => {
    const box = one<HTMLInputElement>("#page");
    const shown = () => [box.checked, box.indeterminate];
    same(shown(), [false, false]);
    await press("#a");
    same(shown(), [false, true]);
    await press("#page");
    same([chosen(), shown()], ["abcde", [true, false]]);
    await press("#page");
    same([chosen(), one("form").hidden], ["", true]);
  }));

Deno.test("sizes and times are summed where they are known for every selected job", () =>
  onList(async ({ press, one }) => {
    await press("#a");
    same(one("[data-sum]").textContent?.includes("→ about"), true);
    await press("#x");
    same([one("[data-sum]").textContent, one("form").hidden], ["3.0\u00a0kB", false]);
  }, row("a") + row("x", 'data-bytes="2000"')));

Deno.test("a selection survives rows that are replaced or removed, and a range starts again without its first row", () =>
  onList(async ({ document, press, chosen, one, requests }) => {
    await press("#a");
    await press("#b");
    one("table").innerHTML = row("b") + row("c");
    document.dispatchEvent(new Event("htmx:after:swap"));
    same([chosen(), one("[data-count]").textContent], ["b", "2 jobs selected"]);
    await press("#c", { shiftKey: true });
    same(chosen(), "bc");
    await press("#do-cancel");
    same(requests.at(-1)?.body, { ids: ["a", "b", "c"], action: "cancel" });
    await press("[data-clear]");
    same(chosen(), "");
  }));

Deno.test("selecting all selects the jobs that the server returns, and reports if that is not all", () =>
  onList(async (page) => {
    const { press, chosen, toasts, one } = page;
    page.answer = () => Response.json({ total: 9, jobs: [{ id: "b", bytes: 5 }, { id: "far", bytes: 7 }] });
    await press("[data-select-all]");
    await settled();
    same([chosen(), one("[data-count]").textContent], ["b", "2 jobs selected"]);
    same(toasts.map(({ message }) => message), [
      "Only the first 2 of 9 jobs are selected, because this is the maximum for one change.",
    ]);
  }));

const changed = (changed: number, errors: { id: string; message: string }[] = []) => () =>
  Response.json({ changed, errors });

Deno.test("refused jobs stay selected after a change, with the reason; a cancellation can be undone", () =>
  onList(async (page) => {
    page.answer = changed(1, [{ id: "b", message: "It has ended." }]);
    await page.press("#a");
    await page.press("#b");
    await page.press("#do-cancel");
    await settled();
    same(page.chosen(), "b");
    same(page.toasts.map(({ message }) => message), ["1 job cancelled.", "1 job was not changed: It has ended."]);
    same(page.toasts[0]?.undo, {
      calls: [{ path: "/api/jobs/change", body: { ids: ["a"], action: "retry" } }],
      done: "1 job queued again, at the end of the queue.",
    });
  }));

Deno.test("moved jobs stay selected, to be moved further", () =>
  onList(async (page) => {
    page.answer = changed(2);
    await page.press("#a");
    await page.press("#b");
    await page.press("#do-top");
    await settled();
    same([page.chosen(), page.toasts.at(-1)], ["ab", {
      message: "2 jobs moved to the top.",
      tone: "good",
      undo: undefined,
    }]);
  }));

Deno.test("a job that is selected during a change stays selected", () =>
  onList(async (page) => {
    const reply = Promise.withResolvers<Response>();
    page.answer = () => reply.promise;
    await page.press("#a");
    await page.press("#do-remove");
    same(page.one<HTMLButtonElement>("#do-remove").disabled, true);
    await page.press("#c");
    reply.resolve(changed(1)());
    await settled();
    same([page.chosen(), page.requests[0]?.body], ["c", { ids: ["a"], action: "remove" }]);
    same(page.one<HTMLButtonElement>("#do-remove").disabled, false);
  }));

Deno.test("a change that is refused or not delivered leaves the selection unchanged", () =>
  onList(async (page) => {
    await page.press("#a");
    for (
      const answer of [
        () => Response.json({ detail: "Too many." }, { status: 422 }),
        () => Promise.reject(new TypeError("network")),
      ]
    ) {
      page.answer = answer;
      await page.press("#do-cancel");
      await settled();
    }
    same([page.chosen(), page.toasts.map(({ message }) => message)], ["a", ["Too many.", "network"]]);
  }));

Deno.test("a changed profile is sent once one is selected, and requested before that", () =>
  onList(async (page) => {
    page.answer = changed(1);
    await page.press("#a");
    await page.press("#do-profile");
    same([page.requests, page.toasts[0]?.message], [[], "Choose the new profile first."]);
    same(page.document.activeElement?.localName, "select");
    page.one<HTMLSelectElement>("select").value = "p";
    await page.press("#do-profile");
    await settled();
    same(page.requests[0]?.body, { ids: ["a"], action: "profile", profileId: "p" });
  }));
