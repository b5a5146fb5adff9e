import { ok, strictEqual as equal } from "node:assert/strict";
import { cutScores, isSeen } from "./cut_scores.ts";

const MOST = 0.002;
const CUTS = [120, 240];
const PICTURES = 360;

/** SSIM of a movie in which adjacent frames differ by `swing`, starting at `phase`. */
const film = (swing: number, phase = 0) =>
  Array.from({ length: PICTURES }, (_, i) => 0.95 + swing * Math.sin((i + phase) ** 2));
const lowered = (scores: readonly number[], cut: number, by: number) =>
  scores.map((score, i) => Math.abs(i + 0.5 - cut) < 5 ? score - by : score);
const seen = (whole: readonly number[], parts: readonly number[]) =>
  cutScores(CUTS, whole, parts).map((score) => isSeen(score, MOST));

Deno.test("a cut whose frames are like all others is not detected", () => {
  equal(String(seen(film(0.01), film(0.01))), "false,false");
});

Deno.test("a cut that is a little worse than the limit is seen, and it alone", () => {
  equal(String(seen(film(0), lowered(film(0), 240, 0.0021))), "false,true");
});

Deno.test("frames that are equally bad with one process belong to the movie", () => {
  const dark = lowered(film(0), 120, 0.1);
  equal(String(seen(dark, dark)), "false,false");
});

Deno.test("an encoder whose frames differ everywhere shows a cut only by additional loss", () => {
  const [whole, parts] = [film(0.02), film(0.02, 7)];
  const [score] = cutScores(CUTS, whole, parts);
  ok(score && score.commonAgainstOne < -MOST);
  equal(String(seen(whole, parts)), "false,false");
  equal(String(seen(whole, lowered(parts, 120, 0.03))), "true,false");
});
