import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import {
  ENDED_STATES,
  HELD_STATES,
  nextRipState,
  READING_STATES,
  RIP_EVENTS,
  RIP_STATES,
  type RipEvent,
  type RipState,
  ripStatesAccepting,
  WORKING_STATES,
} from "./rip_states.ts";

/** Returns the state after these events from `inserted`. Undefined as soon as one of them is not allowed. */
const after = (...events: RipEvent[]): RipState | undefined =>
  events.reduce<RipState | undefined>((state, event) => state && nextRipState(state, event), "inserted");

const READY: RipEvent[] = ["scan", "titlesRead", "matched"];

for (
  const [name, events, state] of [
    ["copied only", ["start", "finish"], "done"],
    ["copied and encoded", ["start", "transcode", "finish"], "done"],
    ["copied, encoded and imported", ["start", "transcode", "deliver", "finish"], "done"],
    ["copied and imported", ["start", "deliver", "finish"], "done"],
    ["the match was wrong", ["identify", "matched", "start"], "ripping"],
    ["another disc was meant", ["scan"], "scanning"],
    ["the disc is scratched and tried again", ["start", "fail", "start", "finish"], "done"],
    ["the encode failed and its job is tried again", ["start", "transcode", "fail", "jobRetried", "finish"], "done"],
    ["the import failed and is tried again", ["start", "deliver", "fail", "deliver", "finish"], "done"],
    ["somebody imported it by hand", ["start", "deliver", "fail", "importedLater"], "done"],
    ["cancelled while it copies, then wanted after all", ["start", "cancel", "start"], "ripping"],
    ["the service ended while it copied", ["start", "processEnded"], "interrupted"],
    ["the service ended, and it copies again", ["start", "processEnded", "start", "finish"], "done"],
    ["encoding goes on by itself when the service ended", ["start", "transcode", "processEnded"], undefined],
    ["an encode cannot be skipped back to copying", ["start", "transcode", "start"], undefined],
    ["other titles of a disc that is done are copied", ["start", "finish", "start"], "ripping"],
    ["a disc that is done is scanned again", ["start", "finish", "scan"], "scanning"],
    ["what is done cannot fail", ["start", "finish", "fail"], undefined],
    ["a cancelled rip cannot be cancelled again", ["cancel", "cancel"], undefined],
  ] as const satisfies [string, RipEvent[], RipState | undefined][]
) {
  Deno.test(`a disc that is ready, ${name}`, () => equal(after(...READY, ...events), state));
}

Deno.test("an end of the service while a disc is looked at starts over with the inserted disc", () => {
  equal(after("scan", "processEnded"), "inserted");
  equal(after("scan", "titlesRead", "processEnded"), "inserted");
});

Deno.test("every active state takes cancel, except that a folder without titles is finished already", () => {
  for (const state of WORKING_STATES) equal(nextRipState(state, "cancel"), "cancelled", state);
  equal(after("scan", "nothingFound"), "failed");
});

Deno.test("every state is reachable, and every event has an effect in some state", () => {
  const reached = new Set<RipState>(["inserted"]);
  for (const state of reached) {
    for (const event of RIP_EVENTS) {
      const next = nextRipState(state, event);
      if (next) reached.add(next);
    }
  }
  deepEqual([...reached].sort(), [...RIP_STATES].sort());
  for (const event of RIP_EVENTS) ok(ripStatesAccepting(event).length > 0, event);
});

Deno.test("every rip can still finish, whatever happens to it", () => {
  const ends = new Set<RipState>(ENDED_STATES);
  const canEnd = (from: RipState): boolean => {
    const seen = new Set<RipState>([from]);
    for (const state of seen) {
      if (ends.has(state)) return true;
      for (const event of RIP_EVENTS) {
        const next = nextRipState(state, event);
        if (next) seen.add(next);
      }
    }
    return false;
  };
  fc.assert(fc.property(fc.array(fc.constantFrom(...RIP_EVENTS), { maxLength: 30 }), (events) => {
    const state = events.reduce<RipState>((now, event) => nextRipState(now, event) ?? now, "inserted");
    ok(canEnd(state), state);
  }));
});

Deno.test("the groups of states fit each other", () => {
  const working = new Set<RipState>(WORKING_STATES);
  ok(READING_STATES.every((state) => working.has(state)));
  ok(HELD_STATES.every((state) => working.has(state)));
  ok(ENDED_STATES.every((state) => !working.has(state)));
  // Only working states can be interrupted by the end of the process.
  ok(ripStatesAccepting("processEnded").every((state) => working.has(state)));
});

Deno.test("every state of a rip is reachable from a new disc, and a finished one accepts only user actions", () => {
  const reached = new Set<string>(["inserted"]);
  for (let size = 0; size !== reached.size;) {
    size = reached.size;
    for (const state of RIP_STATES) {
      if (!reached.has(state)) continue;
      for (const event of RIP_EVENTS) {
        const next = nextRipState(state, event);
        if (next !== undefined) reached.add(next);
      }
    }
  }
  deepEqual([...reached].sort(), [...RIP_STATES].sort());
  deepEqual(RIP_EVENTS.filter((event) => nextRipState("done", event) !== undefined), ["scan", "start"]);
  ok(RIP_EVENTS.every((event) => ripStatesAccepting(event).length > 0));
});
