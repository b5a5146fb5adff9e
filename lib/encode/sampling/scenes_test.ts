import { deepEqual, equal, ok } from "node:assert/strict";
import { piecesOf } from "./pieces.ts";
import { sceneAt, scenesOf, thinned } from "./scenes.ts";

const weighted = (count: number) =>
  piecesOf(7200, { count, seconds: 4, fps: 24 }).map((piece) => ({ ...piece, weight: 1 / count, rateRatio: 1 }));

Deno.test("the scenes are a subset of the sampled places, and represent all of them", () => {
  const places = weighted(12);
  const chosen = thinned(places, 4);
  equal(chosen.length, 4);
  ok(chosen.every(({ atSeconds }) => places.some((place) => place.atSeconds === atSeconds)));
  equal(Math.round(chosen.reduce((sum, { weight }) => sum + weight, 0) * 1e6), 1e6);
  equal(thinned(places, 12), places);
  equal(thinned(weighted(5), 4).reduce((sum, { weight }) => sum + weight, 0).toFixed(6), "1.000000");
});

Deno.test("scenes are shown in the order of the movie, whatever the order of their samples", () => {
  const pieces = [{ atSeconds: 90, seconds: 4 }, { atSeconds: 10, seconds: 4 }];
  deepEqual(scenesOf(pieces, 7200, 4).map(({ piece, skipSeconds }) => [piece.atSeconds, skipSeconds]), [[10, 0], [
    90,
    0,
  ]]);
});

Deno.test("a short movie is one sample, and its scenes are parts of it that end with it", () => {
  const pieces = [{ atSeconds: 0, seconds: 31 }];
  const scenes = scenesOf(pieces, 30, 4);
  deepEqual(scenes.map(({ skipSeconds }) => skipSeconds), [0, 8, 17, 26]);
  ok(scenes.every(({ piece }) => piece === pieces[0]));
  deepEqual(
    scenesOf([{ atSeconds: 0, seconds: 2.5 }], 1.5, 4).map(({ skipSeconds, seconds }) => [skipSeconds, seconds]),
    [
      [0, 1.5],
    ],
  );
});

Deno.test("a moment near the end is moved so far that its scene is whole; one before the start is the start", () => {
  const film = { pieces: weighted(12), durationSeconds: 7200, fps: 25 };
  equal(sceneAt(9999, film).piece.atSeconds, 7196 - 0.02);
  equal(sceneAt(-5, film).piece.atSeconds, 0);
  const short = { pieces: [{ atSeconds: 0, seconds: 31 }], durationSeconds: 30, fps: 25 };
  deepEqual(sceneAt(12, short), { piece: short.pieces[0], skipSeconds: 12, seconds: 4 });
});
