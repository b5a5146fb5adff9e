import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { decide, type GateFacts } from "./decision.ts";

const LISTS = {
  public: [true, false],
  authentication: ["none", "basic", "forms"],
  required: ["enabled", "disabledForLocalAddresses"],
  local: [true, false],
  key: ["none", "right", "wrong"],
  login: ["none", "right", "wrong"],
} as const;

function everyCase(): GateFacts[] {
  let cases: Record<string, unknown>[] = [{}];
  for (const [name, values] of Object.entries(LISTS)) {
    cases = cases.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  }
  return cases as unknown as GateFacts[];
}

/** Settings that admit local callers without a credential. All other settings reject them. */
const BY_ORIGIN = new Set([
  "none enabled",
  "none disabledForLocalAddresses",
  "basic disabledForLocalAddresses",
  "forms disabledForLocalAddresses",
]);

Deno.test("S-AUTH-1: a public path admits anyone", () => {
  for (const facts of everyCase()) if (facts.public) same(decide(facts), { admit: "public" });
});

Deno.test("S-AUTH-6: the right key always works, and a wrong credential never does", () => {
  for (const facts of everyCase()) {
    if (facts.public) continue;
    if (facts.key === "wrong" || facts.login === "wrong") same(decide(facts), { refuse: "unauthorized" });
    else if (facts.key === "right") same(decide(facts), { admit: "key" });
    else if (facts.login === "right") same(decide(facts), { admit: "login" });
  }
});

Deno.test("S-AUTH-5: without a credential a caller is admitted by origin exactly if the settings allow it, and never a remote one", () => {
  for (const facts of everyCase()) {
    if (facts.public || facts.key !== "none" || facts.login !== "none") continue;
    const admitted = facts.local && BY_ORIGIN.has(`${facts.authentication} ${facts.required}`);
    same(decide(facts), admitted ? { admit: "local" } : { refuse: "unauthorized" }, JSON.stringify(facts));
  }
});

Deno.test("all combinations were looked at", () => is(everyCase().length, 216));
