import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { AUDIO_FACTS, FILE_FACTS, SUBTITLE_FACTS } from "../../lib/encode/profiles/smart/schema.ts";
import { factLabel, ruleSentence, storedText, streamSentence, typedText } from "./smart_words.ts";

Deno.test("a rule is described in a sentence", () => {
  const when = [{ fact: "hdr", op: "in", value: ["hdr10", "hlg"] }, { fact: "anime", op: "is", value: false }];
  is(
    ruleSentence({ when, set: { video: { encoder: "copy" } } }, FILE_FACTS),
    "If HDR is HDR10 or HLG and it is not anime, then keep the video unchanged.",
  );
  is(
    ruleSentence({ when: [{ fact: "height", op: "lte", value: 480 }], set: { video: { quality: 28 } } }, FILE_FACTS),
    "If height is at most 480, then set Video quality to 28.",
  );
  is(
    streamSentence({ when: [{ fact: "codec", op: "is", value: "flac" }], action: "copy" }, AUDIO_FACTS),
    "If codec is FLAC, then keep as is.",
  );
  is(streamSentence({ when: [], action: "drop" }, AUDIO_FACTS), "For every stream, remove.");
  is(ruleSentence({ when: [], set: {} }, FILE_FACTS), "For every file, make no changes.");
});

Deno.test("every fact of rules has a label", () => {
  const facts = Object.keys({ ...FILE_FACTS, ...AUDIO_FACTS, ...SUBTITLE_FACTS });
  same(facts.filter((fact) => /[a-z][A-Z]/.test(factLabel(fact))), []);
});

Deno.test("a list of typed values shows their names, and accepts names and stored values", () => {
  is(typedText("hdr", ["hdr10", "hlg"]), "HDR10, HLG");
  is(typedText("videoCodec", "h264"), "H.264");
  is(typedText("genre", ["Science Fiction", "Drama"]), "Science Fiction, Drama");
  is(storedText("sourceKind", "Blu-ray, remux, DVD"), "bluray, remux, dvd");
  is(storedText("videoCodec", "h.264"), "h264");
  is(storedText("keepCodecs", "HEVC, av1, prores"), "hevc, av1, prores");
  is(storedText("path", "/films, old"), "/films, old");
});
