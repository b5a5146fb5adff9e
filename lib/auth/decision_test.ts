import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { decide, type GateFacts } from "./decision.ts";

const LISTS = {
  public: [true, false],
  authentication: ["none", "basic", "forms"],
  required: ["enabled", "disabledForLocalAddresses"],
  local: [true, false],
  key: ["none", "right", "wrong"],
} as const;

function* everyCase(): Generator<GateFacts> {
  for (const isPublic of LISTS.public) {
    for (const authentication of LISTS.authentication) {
      for (const required of LISTS.required) {
        for (const local of LISTS.local) {
          for (const key of LISTS.key) yield { public: isPublic, authentication, required, local, key };
        }
      }
    }
  }
}

/** Everyone who is admitted without a key on a path that is not public: all others are refused. */
const BY_ORIGIN = new Set([
  "none enabled",
  "none disabledForLocalAddresses",
  "basic disabledForLocalAddresses",
  "forms disabledForLocalAddresses",
]);

Deno.test("a public path admits anyone", () => {
  for (const facts of everyCase()) if (facts.public) same(decide(facts), { admit: "public" });
});

Deno.test("the right key always works and a wrong one never does", () => {
  for (const facts of everyCase()) {
    if (facts.public) continue;
    if (facts.key === "right") same(decide(facts), { admit: "key" });
    if (facts.key === "wrong") same(decide(facts), { refuse: "unauthorized" });
  }
});

Deno.test("without a key a caller is admitted by origin exactly where the settings say so, and never from afar", () => {
  for (const facts of everyCase()) {
    if (facts.public || facts.key !== "none") continue;
    const admitted = facts.local && BY_ORIGIN.has(`${facts.authentication} ${facts.required}`);
    same(decide(facts), admitted ? { admit: "local" } : { refuse: "unauthorized" }, JSON.stringify(facts));
  }
});

Deno.test("all combinations were looked at", () => is([...everyCase()].length, 72));
