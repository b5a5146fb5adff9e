import { deepEqual, equal, match, ok } from "node:assert/strict";
import { film, preset, recipe } from "../../../../tests/fixtures/plans.ts";
import type { AudioStream, Probe } from "../../../media/probe/model.ts";
import { allPresets } from "../../profiles/presets.ts";
import { isMusicContainer } from "../../profiles/containers.ts";
import { allSmartPresets, smartPresetRecipe } from "../../profiles/smart/presets.ts";
import type { AnyRecipe } from "../../profiles/smart/schema.ts";
import { decide, type DecideOptions, resolveFor } from "../../decision/decide.ts";
import { sampleCapabilities } from "../../sampling/sample.ts";

/** Returns a Blu-ray remux with these audio streams. The first is the default unless another is marked. */
function withSound(...sound: Partial<AudioStream>[]): Probe {
  const probe = film({ hdr: "sdr", codec: "h264", bitDepth: 8, masteringDisplay: undefined, contentLight: undefined });
  const [picture] = probe.streams;
  const model = probe.streams.find((stream): stream is AudioStream => stream.kind === "audio");
  if (!picture || !model) throw new Error("the sample has no picture or no sound");
  const marked = sound.some((stream) => stream.default);
  const streams = sound.map((more, i): AudioStream => ({
    ...model,
    title: undefined,
    atmos: false,
    original: false,
    codec: "ac3",
    channels: 6,
    lossless: false,
    bitDepth: undefined,
    ...more,
    index: i + 1,
    default: more.default ?? (!marked && i === 0),
  }));
  return { ...probe, streams: [picture, ...streams] };
}

function run(chosen: AnyRecipe, probe: Probe, options: DecideOptions = {}) {
  const can = sampleCapabilities();
  return decide(probe, resolveFor(probe, chosen, can, options), can, options).plan;
}

const smart = (id: string): AnyRecipe => {
  const found = smartPresetRecipe(id);
  if (!found) throw new Error(id);
  return found;
};
const heard = (chosen: AnyRecipe, probe: Probe, options?: DecideOptions) =>
  run(chosen, probe, options).audio.map(({ language }) => language);

const FILMS: AnyRecipe[] = [
  ...allPresets().filter(({ container }) => !isMusicContainer(container)),
  ...allSmartPresets().map(({ id }) => smart(id)),
];

const KOREAN = withSound({ language: "kor" }, { language: "eng" }, { language: "deu" });
for (const recipe of FILMS) {
  Deno.test(`${recipe.id} keeps the original language: the default stream's, the manager's, the flagged one`, () => {
    const unmarked = withSound({ language: "eng" }, { language: "kor" }, { language: "fra" });
    const flagged = withSound({ language: "eng" }, { language: "kor", original: true }, { language: "fra" });
    ok(heard(recipe, KOREAN).includes("kor"), "default");
    ok(heard(recipe, unmarked, { known: { originalLanguage: "Korean" } }).includes("kor"), "manager");
    ok(heard(recipe, flagged, { known: { originalLanguage: "French" } }).includes("kor"), "flag");
  });

  Deno.test(`${recipe.id} follows the user's languages, and keeps nothing else but the original`, () => {
    const probe = withSound({ language: "kor" }, { language: "eng" }, { language: "jpn" }, { language: "deu" });
    deepEqual([...new Set(heard(recipe, probe, { languages: ["ger"] }))], ["kor", "deu"]);
  });
}

Deno.test("without a setting anime profiles keep Japanese and English, TV English, movies all languages", () => {
  const probe = withSound({ language: "kor" }, { language: "eng" }, { language: "jpn" }, { language: "deu" });
  deepEqual(heard(preset("builtin-anime-x265"), probe), ["kor", "eng", "jpn"]);
  deepEqual(heard(preset("builtin-tv-1080p"), probe), ["kor", "eng"]);
  deepEqual(heard(preset("builtin-movie-1080p"), probe), ["kor", "eng", "jpn", "deu"]);
  deepEqual(heard(smart("builtin-smart-remux"), probe), ["kor", "eng", "jpn"]);
});

Deno.test("the loss of the default stream causes a warning, whatever rule removed it", () => {
  const text = (recipe: AnyRecipe, probe: Probe, options?: DecideOptions) =>
    run(recipe, probe, options).warnings.join();
  const french = withSound({ language: "fra" }, { language: "eng" });
  const known = { originalLanguage: "English" };
  match(
    text(preset("builtin-tv-1080p"), french, { known }),
    /The source's default audio, French AC-3 5\.1, is removed: not one of English\./,
  );
  const commentary = withSound({ language: "eng", commentary: true, default: true }, { language: "eng" });
  match(text(preset("builtin-movie-4k-hdr"), commentary), /default audio, .*, is removed: commentary/);
  const unreadable = withSound({ language: "eng", channels: 0, default: true }, { language: "eng" });
  match(text(preset("builtin-movie-4k-hdr"), unreadable), /default audio, .*, is removed: cannot be decoded/);
  equal(
    text(preset("builtin-tv-1080p"), withSound({ language: "eng" }, { language: "fra" })).includes("default"),
    false,
  );
});

Deno.test("every reason is true of its stream", () => {
  const why = (recipe: AnyRecipe, probe: Probe, options?: DecideOptions) =>
    run(recipe, probe, options).streams.filter(({ type, action }) => type === "audio" && action === "drop")
      .map(({ why }) => why);
  const tv = preset("builtin-tv-1080p");
  const known = { originalLanguage: "kor" };
  deepEqual(why(tv, withSound({ language: "kor" }, { language: "fra" }), { known }), [
    "not one of English, and not the original language (Korean)",
  ]);
  deepEqual(why(tv, withSound({ language: "eng" }, { language: "fra" })), ["not one of English"]);
  deepEqual(why(tv, withSound({ language: "eng" }, { language: undefined }, { language: "fra" })), [
    "its language is unknown, and there are streams in English",
    "not one of English",
  ]);
});

Deno.test("a smart profile states the original language, and its source", () => {
  const reasons = (probe: Probe, options?: DecideOptions) =>
    run(smart("builtin-smart-remux"), probe, options).smart?.reasons.join(" ") ?? "";
  match(
    reasons(KOREAN),
    /Audio in Korean, English is kept: Korean is the original language according to the default stream/,
  );
  const told = withSound({ language: "eng" }, { language: "cmn" });
  match(
    reasons(told, { known: { originalLanguage: "Chinese" } }),
    /Audio in English, .* is kept: .* is the original language according to the library manager/,
  );
  const gone = reasons(withSound({ language: "eng" }, { language: "fra" }), { known: { originalLanguage: "Korean" } });
  match(gone, /Audio in English is kept\./, "an original that is not there is not claimed");
});

Deno.test("an untagged default stream is the original, and stays beside a tagged one", () => {
  const probe = withSound({ language: undefined }, { language: "eng" }, { language: "fra" });
  deepEqual(heard(preset("builtin-tv-1080p"), probe), [undefined, "eng"]);
});

Deno.test("default flags stay as in the source, and pass to the original when their track is dropped", () => {
  const marks = (recipe: AnyRecipe, probe: Probe, options?: DecideOptions) =>
    run(recipe, probe, options).audio.map((stream) => [stream.language, stream.default]);
  const second = withSound({ language: "eng" }, { language: "jpn", default: true });
  deepEqual(marks(preset("builtin-anime-x265"), second), [["eng", false], ["jpn", true]]);
  const dubbed = withSound({ language: "fra", default: true }, { language: "eng" }, { language: "jpn" });
  deepEqual(marks(preset("builtin-anime-x265"), dubbed, { known: { originalLanguage: "Japanese" } }), [
    ["eng", false],
    ["jpn", true],
  ]);
});

Deno.test("one stream a language prefers speech to narration for the blind", () => {
  const probe = withSound({ language: "eng", visualImpaired: true }, { language: "eng", channels: 2 });
  const web = preset("builtin-web-mp4");
  const once = { ...web, audio: { ...web.audio, firstMatchOnly: true } };
  deepEqual(run(once, probe).audio.map(({ index }) => index), [2]);
});

Deno.test("M20: lost object-based audio is named in a note, and a copy keeps it without one", () => {
  const objects = { "Dolby Atmos": { codec: "truehd", atmos: true }, "DTS:X": { codec: "dts", dtsX: true } };
  for (const [name, marks] of Object.entries(objects)) {
    const probe = withSound({ ...marks, channels: 8, lossless: true });
    const warnings = (encoder: "eac3" | "copy") =>
      run(recipe({ audio: { encoder } }), probe).warnings.filter((text) => text.includes("objects"));
    match(warnings("eac3").join(), new RegExp(`the ${name} objects are lost`));
    deepEqual(warnings("copy"), []);
  }
  deepEqual(
    run(recipe({ audio: { encoder: "eac3" } }), withSound({ codec: "truehd", channels: 8, lossless: true })).warnings
      .filter((text) => text.includes("objects")),
    [],
  );
});
