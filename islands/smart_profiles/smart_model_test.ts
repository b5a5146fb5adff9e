import { deepStrictEqual as same } from "node:assert/strict";
import {
  changedCondition,
  firstCondition,
  firstValue,
  integerOf,
  type Kind,
  listOf,
  moved,
  numberOf,
  pairsOf,
  previewBody,
  replaced,
  setOf,
  settingOf,
  type SmartDraft,
  valueOf,
  withAction,
} from "./smart_model.ts";

const KINDS: Record<string, Kind> = { height: "number", codec: "text", hdr: "flag", audioLanguages: "list" };

Deno.test("a typed number is parsed, and is 0 if it is none", () => {
  same([numberOf("2.5"), numberOf("much"), numberOf("")], [2.5, 0, 0]);
  same([integerOf("2.5"), integerOf("much")], [3, 0]);
});

Deno.test("a list is separated by commas and has no empty parts", () => {
  same(listOf(" hevc, av1 ,, "), ["hevc", "av1"]);
  same(listOf(" "), []);
});

Deno.test("valueOf() gives a value the form that its fact and operator need", () => {
  same(valueOf("true", "flag", "is"), true);
  same(valueOf("no", "flag", "is"), false);
  same(valueOf(" 1080 ", "number", "gt"), 1080);
  same(valueOf("720, 1080", "number", "in"), [720, 1080]);
  same(valueOf("h264, , hevc", "text", "notIn"), ["h264", "hevc"]);
  same(valueOf(" a, b ", "text", "is"), "a, b");
});

Deno.test("a first condition is on the first fact, with an operator of its kind", () => {
  same(firstCondition(KINDS), { fact: "height", op: "is", value: 0 });
  same(firstCondition({ audioLanguages: "list" }), { fact: "audioLanguages", op: "has", value: "" });
  same(firstCondition({}), { fact: "", op: "is", value: "" });
});

Deno.test("a condition keeps its operator if the new fact supports it, else it gets the first one", () => {
  const above = { fact: "height", op: "gt", value: 1440 };
  same(changedCondition(above, { fact: "codec" }, KINDS), { fact: "codec", op: "is", value: "1440" });
  same(changedCondition(above, { fact: "hdr" }, KINDS), { fact: "hdr", op: "is", value: false });
  same(changedCondition({ ...above, op: "in" }, { fact: "audioLanguages" }, KINDS), {
    fact: "audioLanguages",
    op: "in",
    value: ["1440"],
  });
});

Deno.test("a condition's value becomes a list with an operator of several values, and one value again without", () => {
  const several = changedCondition({ fact: "height", op: "is", value: 720 }, { op: "in" }, KINDS);
  same(several, { fact: "height", op: "in", value: [720] });
  same(changedCondition(several, { text: "720, 1080" }, KINDS).value, [720, 1080]);
  same(changedCondition(several, { op: "is" }, KINDS).value, 720);
});

Deno.test("a rule about a stream has an encoder only while it encodes", () => {
  const copy = { when: [], action: "copy" };
  const encode = withAction(copy, "encode", ["libopus", "aac"]);
  same(encode, { when: [], action: "encode", encoder: "libopus" });
  same(withAction({ ...encode, encoder: "aac", bitrate: 128 }, "encode", ["libopus", "aac"]).encoder, "aac");
  same(withAction({ ...encode, bitrate: 128 }, "drop", ["libopus"]), { when: [], action: "drop" });
});

Deno.test("setOf() restores the fields of a rule from the pairs of pairsOf()", () => {
  const set = { container: "mkv", video: { quality: 19, preset: "slow" }, tags: ["a"] };
  same(pairsOf(set), [["container", "mkv"], ["video.quality", 19], ["video.preset", "slow"], ["tags", ["a"]]]);
  same(setOf(pairsOf(set)), set);
  same(pairsOf({ container: undefined }), []);
});

Deno.test("a field starts with a value of its type, and input is converted to that type", () => {
  same(firstValue({ path: "video.encoder", kind: "choice", options: ["x265", "x264"] }), "x265");
  same((["flag", "number", "list", "text"] as const).map((kind) => firstValue({ path: "a.b", kind })), [
    true,
    0,
    [],
    "",
  ]);
  same([settingOf("number", "19"), settingOf("list", "a, b"), settingOf("text", " a, b ")], [19, ["a", "b"], " a, b "]);
});

Deno.test("an item of a list is changed or removed, and moves no further than the ends", () => {
  same(replaced([1, 2, 3], 1, 5), [1, 5, 3]);
  same(replaced([1, 2, 3], 1, undefined), [1, 3]);
  same(moved([1, 2, 3], 2, -1), [1, 3, 2]);
  same(moved([1, 2, 3], 0, -1), [1, 2, 3]);
  same(moved([1, 2, 3], 2, 1), [1, 2, 3]);
});

Deno.test("the preview uses the server's sample when no path is given", () => {
  const draft: SmartDraft = {
    ...{ name: "A", description: "", mediaType: "movie", baseProfileId: "b", onNothing: "skip" },
    ...{ rules: [], audioRules: [], subtitleRules: [] },
    skip: { minSavingPercent: 10, keepCodecs: [], maxVideoKbpsPerMegapixel: 0 },
  };
  same(previewBody(draft, ""), { smart: draft });
  same(previewBody(draft, "/media/a.mkv"), { smart: draft, path: "/media/a.mkv" });
});
