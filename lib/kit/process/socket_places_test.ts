import { strictEqual as is } from "node:assert/strict";
import { mostCrowded } from "./socket_places.ts";

const socket = (key: string, address: string, busy = 0): [string, { address: string; busy: number }] => [
  key,
  { address, busy },
];

Deno.test("S-LIM-1: the oldest waiting connection of the address with the most connections is closed for a new one", () => {
  is(mostCrowded([socket("a1", "a"), socket("b1", "b"), socket("b2", "b")]), "b1");
  is(mostCrowded([socket("b1", "b", 1), socket("a1", "a"), socket("b2", "b"), socket("b3", "b")]), "b2");
  is(mostCrowded([socket("a1", "a", 1), socket("b1", "b", 2)]), undefined);
  is(mostCrowded([]), undefined);
});
