import { deepEqual, equal } from "node:assert/strict";
import { film, recipe } from "../../../tests/fixtures/plans.ts";
import { decide, resolveFor } from "../decision/decide.ts";
import { sampleCapabilities } from "../sampling/sample.ts";
import { type DecodedFindings, isCopied } from "./decoded.ts";
import { checkVideoContent } from "./decoded_checks.ts";
import type { Evidence } from "./model.ts";
import { createTrackExchange } from "./audio/track_exchange.ts";

Deno.test("complaints about copied streams are the source's own, about encoded ones they are not", () => {
  const probe = film({});
  const can = sampleCapabilities();
  const planOf = (parts: Parameters<typeof recipe>[0]) =>
    decide(probe, resolveFor(probe, recipe(parts), can), can).plan;
  const audio = planOf({ video: { encoder: "libx264" }, audio: { encoder: "copy" } });
  equal(isCopied("[truehd] Lossless check failed", audio, probe), true);
  equal(isCopied("[h264] error while decoding MB 1 2", audio, probe), false);
  equal(isCopied("Error while decoding stream #0:0: Invalid data found", audio, probe), true);
  const video = planOf({ video: { encoder: "copy" }, audio: { encoder: "libopus" } });
  equal(isCopied("[hevc] Could not find ref with POC 4", video, probe), true);
  equal(isCopied("[opus] Error parsing the packet header", video, probe), false);
  const neither = planOf({ video: { encoder: "libx264" }, audio: { encoder: "libopus" } });
  equal(isCopied("Error while decoding stream #0:0: Invalid data found", neither, probe), false);
});

Deno.test("the video check names the compared places, when it did not cover the whole movie", () => {
  const found = (places?: { startSeconds: number; seconds: number }[]): DecodedFindings => ({
    video: { pairs: 96, faults: [], concealed: [] },
    audio: new Map(),
    exchange: createTrackExchange([]),
    errors: [],
    sourceErrors: [],
    emptyAt: [],
    ...(places ? { places } : {}),
  });
  const places = [{ startSeconds: 0, seconds: 2 }, { startSeconds: 61.5, seconds: 1 }];
  const evidence = {} as Evidence;
  deepEqual(checkVideoContent(evidence, found(places)), {
    problems: [],
    warnings: [],
    text: "96 frames compared in 2 places",
    places,
  });
  deepEqual(checkVideoContent(evidence, found()).text, "96 frames compared");
});
