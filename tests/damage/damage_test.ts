import { deepEqual, ok } from "node:assert/strict";
import { DAMAGES } from "./all.ts";
import { scenesOf } from "./content/film.ts";
import { DAMAGE_CLASSES, encodeOf } from "./damage.ts";
import { type EncodeSpec, makeEncode } from "./encodes/encode.ts";
import { GOOD_ENCODES } from "./encodes/good_encodes.ts";
import { goodCases, judgeGoodResults, undamagedCases } from "./good/results.ts";
import { type Case, caseName, judgeDamages, type JudgeOptions, MODES, type Outcome } from "./judge.ts";

/**
 * A small subset of the damage suite on shorter movies: faults that viewers would notice first. `deno task damage` runs
 * the whole suite.
 */

/** Scenes of a movie of 22 seconds, which replaces the movie in the encodes. */
const SHORT_SCENES = scenesOf("pan 4, objects 6, black 2, fractal 4, objects 6");
function shortened(name: string): EncodeSpec {
  const spec = GOOD_ENCODES[name];
  if (!spec?.source.film) throw new Error(`There is no film ${name}.`);
  const film = { ...spec.source.film, scenes: SHORT_SCENES, width: 144, height: 80, rate: "12" };
  return { ...spec, source: { ...spec.source, film } };
}
/** Returns an encode whose movie is just long enough to be compared in samples. */
function windowed(name: string): EncodeSpec {
  const spec = GOOD_ENCODES[name];
  if (!spec?.source.film) throw new Error(`There is no film ${name}.`);
  const scenes = scenesOf("pan 20, objects 28, night 18, fractal 20, grey 20, zoom 20");
  return {
    ...spec,
    source: { ...spec.source, film: { ...spec.source.film, scenes, width: 112, height: 64, rate: "12" } },
  };
}
const ENCODES = {
  x264: shortened("x264"),
  ...Object.fromEntries(["mp4", "hdr10", "anime"].map((name) => [name, shortened(name)])),
  "two minutes": windowed("four minutes"),
};

/** `class: name @ encode`, with `full` where every frame is compared as well. */
const CHOSEN = [
  ["pictures: luma compressed once more (washed out) @ x264"],
  ["pictures: frozen for 4 s @ x264", "full"],
  ["pictures: black for 3 s @ mp4"],
  ["pictures: 2 s mirrored at 37 % @ two minutes"],
  ["pictures: hue turned by 10 degrees @ x264"],
  ["sound: half a second exchanged with noise @ two minutes"],
  ["sound: drop-outs of 30 ms every 2 s @ mp4"],
  ["subtitles: one cue 0.6 s late @ two minutes"],
  ["structure: main audio switched off @ x264"],
  ["structure: 20 lines cut at top and bottom by crop marks @ x264"],
  ["sound: silent @ mp4", "full"],
  ["sound: left and right exchanged @ mp4"],
  ["sound: tracks exchanged under the right labels @ anime"],
  ["subtitles: texts emptied @ x264"],
  ["subtitles: the last third lost @ anime"],
  ["time: 1 s cut out @ x264", "full"],
  ["time: sound 200 ms late @ x264"],
  ["colour: transfer SDR on a PQ picture @ hdr10"],
  ["colour: full range on a limited picture @ x264"],
  ["structure: one font lost @ anime"],
  ["bytes: zeros at 60 % @ x264", "full"],
] as const;
/** Good results for the source whose encodes are most easily mistaken for damaged. */
const GOOD_NAMES = /^good: .* @ variable rate$/;
/** Undamaged results that are compared in samples. The others are short and are compared completely. */
const SAMPLED = new Set(["video encoded again", "audio encoded again"]);
/** Maximum share of damaged files that windows mode may accept. */
const MAX_ACCEPTED = 0.02;

const options: JudgeOptions = { modes: MODES, lanes: 2, keep: true };

/** Returns the chosen damage on the chosen encode, regardless of the encodes that the damage lists. */
function chosenCases(): Case[] {
  return CHOSEN.map(([chosen, full]) => {
    const [kind = "", encode = ""] = chosen.split(" @ ");
    const damage = DAMAGES.find((one) => `${one.class}: ${one.name}` === kind);
    if (!damage) throw new Error(`There is no damage ${kind}.`);
    const target = damage.on.find((one) => encodeOf(one) === encode) ?? encode;
    return { damage, target, full: full === "full" };
  });
}

const names = (outcomes: Outcome[]): string[] => outcomes.map((one) => `${one.class}: ${one.name} @ ${one.encode}`);

Deno.test("slow: S-FILE-3: verification refuses damaged files of every class", async () => {
  const cases = chosenCases();
  deepEqual([...new Set(cases.map(({ damage }) => damage.class))].sort(), [...DAMAGE_CLASSES].sort());
  const outcomes = await judgeDamages(cases, ENCODES, options);
  deepEqual(outcomes.flatMap(({ unfair }) => unfair ?? []), []);
  deepEqual(names(outcomes).sort(), cases.map(caseName).sort());
  const windows = outcomes.filter(({ judgements }) => judgements.windows?.accepted);
  const full = outcomes.filter(({ judgements }) => judgements.full?.accepted);
  deepEqual(names(full), []);
  ok(windows.length <= MAX_ACCEPTED * cases.length, `windows accepted: ${names(windows).join(", ")}`);
});

Deno.test("slow: the verifier accepts good results of every kind", async () => {
  const undamaged = undamagedCases(
    (["two minutes", "x264"] as const).map((name) => ({ name, get: () => makeEncode(name, ENCODES[name]) })),
  ).filter(({ name, encode }) => SAMPLED.has(name) === (encode === "two minutes"));
  const good = goodCases().filter(({ name, encode }) => GOOD_NAMES.test(`good: ${name} @ ${encode}`));
  const outcomes = await judgeGoodResults([...undamaged, ...good], /^/, { ...options, modes: ["windows"] });
  ok(outcomes.length >= 8, `${outcomes.length}`);
  deepEqual(outcomes.flatMap(({ unfair }) => unfair ?? []), []);
  const refused = outcomes.flatMap(({ judgements, name, encode }) =>
    Object.values(judgements).filter(({ accepted }) => !accepted).map((said) =>
      `${name} @ ${encode}: ${said.problems.join("; ")}`
    )
  );
  deepEqual(refused, []);
});
