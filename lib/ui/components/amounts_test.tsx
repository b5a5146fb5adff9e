import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { renderView } from "../render.tsx";
import { Amounts } from "./amounts.tsx";

const VIEW = { base: "", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const drawn = (text: string) => renderView(VIEW, <Amounts text={text} />);
const kept = (text: string) => [...drawn(text).matchAll(/<span class="amount">(.*?)<\/span>/g)].map(([, one]) => one);

Deno.test("Amounts keeps numbers with their units, and changes no character", () => {
  const text = "38.1 GB → about 9.4 GB (75 % smaller), ≈ 12 MB, 9.1 Mb/s, 6 days 5 h, −3 %";
  same(kept(text), ["38.1 GB", "9.4 GB", "75 %", "≈ 12 MB", "9.1 Mb/s", "6 days", "5 h", "−3 %"]);
  is(drawn(text).replace(/<[^>]*>/g, ""), text);
});

Deno.test("Amounts does not change names, counts and words", () => {
  for (const text of ["12 Monkeys", "7 seasons", "Ocean's 8 Blu-ray", "12 hours", "", "GB"]) is(drawn(text), text);
});
