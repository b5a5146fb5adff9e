import { deepEqual, equal } from "node:assert/strict";
import { film, recipe } from "../../../tests/fixtures/plans.ts";
import { decide, resolveFor } from "../decision/decide.ts";
import { sampleCapabilities } from "../sampling/sample.ts";
import { type DecodedFindings, isCopied } from "./decoded.ts";
import { checkPictures } from "./decoded_checks.ts";
import type { Evidence } from "./model.ts";
import { createTrackExchange } from "./sound/track_exchange.ts";

Deno.test("complaints about copied streams are the source's own, about encoded ones they are not", () => {
  const probe = film({});
  const can = sampleCapabilities();
  const planOf = (parts: Parameters<typeof recipe>[0]) =>
    decide(probe, resolveFor(probe, recipe(parts), can), can).plan;
  const sound = planOf({ video: { encoder: "libx264" }, audio: { encoder: "copy" } });
  equal(isCopied("[truehd] Lossless check failed", sound, probe), true);
  equal(isCopied("[h264] error while decoding MB 1 2", sound, probe), false);
  equal(isCopied("Error while decoding stream #0:0: Invalid data found", sound, probe), true);
  const picture = planOf({ video: { encoder: "copy" }, audio: { encoder: "libopus" } });
  equal(isCopied("[hevc] Could not find ref with POC 4", picture, probe), true);
  equal(isCopied("[opus] Error parsing the packet header", picture, probe), false);
  const neither = planOf({ video: { encoder: "libx264" }, audio: { encoder: "libopus" } });
  equal(isCopied("Error while decoding stream #0:0: Invalid data found", neither, probe), false);
});

Deno.test("the video check names the compared places, when it did not cover the whole movie", () => {
  const found = (places?: { startSeconds: number; seconds: number }[]): DecodedFindings => ({
    picture: { pairs: 96, faults: [], concealed: [] },
    sound: new Map(),
    exchange: createTrackExchange([]),
    errors: [],
    sourceErrors: [],
    emptyAt: [],
    ...(places ? { places } : {}),
  });
  const places = [{ startSeconds: 0, seconds: 2 }, { startSeconds: 61.5, seconds: 1 }];
  const evidence = {} as Evidence;
  deepEqual(checkPictures(evidence, found(places)), {
    problems: [],
    warnings: [],
    text: "96 frames compared in 2 places",
    places,
  });
  deepEqual(checkPictures(evidence, found()).text, "96 frames compared");
});
