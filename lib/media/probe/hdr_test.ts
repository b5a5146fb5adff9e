import { deepEqual, equal } from "node:assert/strict";
import { hdrFacts } from "./hdr.ts";

const TYPE = { side_data_type: "Mastering display metadata" };
const PRIMARIES = {
  red_x: "34000/50000",
  red_y: "16000/50000",
  green_x: "13250/50000",
  green_y: "34500/50000",
  blue_x: "7500/50000",
  blue_y: "3000/50000",
  white_point_x: "15635/50000",
  white_point_y: "16450/50000",
};
const CODED = { ...TYPE, ...PRIMARIES, min_luminance: "50/10000", max_luminance: "10000000/10000" };
const brightness = (sideData: Parameters<typeof hdrFacts>[0]) => {
  const { minLuminance, maxLuminance } = hdrFacts(sideData).masteringDisplay ?? {};
  return [minLuminance, maxLuminance];
};

Deno.test("the first mastering display wins, and a container that states the brightness alone wins for that", () => {
  deepEqual(brightness([CODED, { ...CODED, max_luminance: "4000/1" }]), [0.005, 1000]);
  deepEqual(brightness([{ ...TYPE, min_luminance: "5/100", max_luminance: "4000/1" }, CODED]), [0.05, 4000]);
});

Deno.test("a mastering display without primaries or without brightness is undefined", () => {
  equal(hdrFacts([{ ...TYPE, max_luminance: "4000/1" }]).masteringDisplay, undefined);
  equal(hdrFacts([{ ...TYPE, ...PRIMARIES }]).masteringDisplay, undefined);
});
