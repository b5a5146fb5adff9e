import assert, { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { POSITION_GAP, positionBehind, positionBetween, positionInFront, spreadPositions } from "./order.ts";

const position = fc.integer({ min: -(2 ** 50), max: 2 ** 50 });

Deno.test("positionBetween() is strictly between its neighbours, or finds no room", () =>
  fc.assert(fc.property(position, position, (a, b) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const middle = positionBetween(low, high);
    if (middle === undefined) assert(high - low < 2);
    else assert(low < middle && middle < high);
  })));

Deno.test("an open end always has room", () =>
  fc.assert(fc.property(position, (at) => {
    assert((positionBetween(undefined, at) ?? at) < at && positionInFront(at) < at);
    assert((positionBetween(at, undefined) ?? at) > at && positionBehind(at) > at);
  })));

Deno.test("twenty jobs fit into the same gap", () => {
  let high = POSITION_GAP;
  let room = 0;
  for (let middle = positionBetween(0, high); middle !== undefined; middle = positionBetween(0, high)) {
    high = middle;
    room++;
  }
  same(room, 20);
});

Deno.test("spreadPositions() stays in order, inside, and apart, or finds no room", () =>
  fc.assert(fc.property(position, fc.option(position, { nil: undefined }), fc.nat(50), (low, high, count) => {
    const places = spreadPositions(count, low, high);
    if (places === undefined) return assert(high !== undefined && high - low < 16 * (count + 1));
    same(places.length, count);
    const line = [low, ...places, ...(high === undefined ? [] : [high])];
    for (const [i, place] of line.entries()) assert(i === 0 || place - (line[i - 1] ?? 0) >= 16);
  })));
