import assert, { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { isFinished, isRunning, JOB_EVENTS, JOB_STATES, type JobState, nextState, statesTaking } from "./states.ts";

const anyState = fc.constantFrom(...JOB_STATES);
const anyEvent = fc.constantFrom(...JOB_EVENTS);

const reachable = (from: JobState[]): Set<JobState> => {
  const found = new Set(from);
  for (const state of found) {
    for (const event of JOB_EVENTS) {
      const to = nextState(state, event);
      if (to) found.add(to);
    }
  }
  return found;
};

Deno.test("done ignores every late event", () =>
  fc.assert(fc.property(anyEvent, (event) => nextState("done", event) === undefined)));

Deno.test("every unfinished state accepts cancel, no finished one does", () => {
  for (const state of JOB_STATES) same(nextState(state, "cancel"), isFinished(state) ? undefined : "cancelled", state);
});

Deno.test("every state is reachable, and every one can still end well", () => {
  same([...reachable(["queued", "waiting"])].sort(), [...JOB_STATES].sort());
  for (const state of JOB_STATES) assert(reachable([state]).has("done"), state);
});

Deno.test("finished jobs leave their state by retry only", () =>
  fc.assert(fc.property(anyState, anyEvent, (state, event) => {
    if (isFinished(state) && event !== "retry") same(nextState(state, event), undefined);
  })));

Deno.test("a lost lease sends every running state back to the queue, and no other", () => {
  for (const state of JOB_STATES) same(nextState(state, "leaseLost"), isRunning(state) ? "queued" : undefined, state);
});

Deno.test("S-JOB-1: no series of events leaves the table", () =>
  fc.assert(fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
    let state: JobState = "queued";
    for (const event of events) {
      const to = nextState(state, event);
      same(statesTaking(event).includes(state), to !== undefined);
      state = to ?? state;
      assert(JOB_STATES.includes(state));
    }
  })));
