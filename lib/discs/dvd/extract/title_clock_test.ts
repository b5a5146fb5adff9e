import { deepStrictEqual as same, equal } from "node:assert/strict";
import { createTitleClock } from "./title_clock.ts";

const unit = (startPtm: number, endPtm: number, cellId = 1) => ({ startPtm, endPtm, vobId: 1, cellId, sectors: 1 });

Deno.test("createTitleClock() starts each unit at the end of the previous one, however the stream's clock jumps", () => {
  const clock = createTitleClock([25, 1]);
  equal(clock.at(0), undefined);
  const starts = [unit(48_600, 91_800), unit(91_800, 135_000), unit(9_000, 52_200), unit(900_000, 943_200, 2)].map(
    (next) => {
      clock.enter(next);
      return clock.at(next.startPtm + 100);
    },
  );
  same(starts, [100, 43_300, 86_500, 129_700]);
  equal(clock.elapsed(), 172_800);
});

Deno.test("createTitleClock() counts whole fields of a unit that ends with its audio, and none of one that runs backwards", () => {
  const pal = createTitleClock([25, 1]);
  // Four frames of 3,600 ticks, followed by 960 ticks of audio.
  pal.enter(unit(214_200, 229_560));
  pal.enter(unit(48_600, 84_600));
  equal(pal.at(48_600), 14_400);
  pal.enter(unit(50_000, 40_000));
  equal(pal.elapsed(), 14_400 + 36_000);
  const ntsc = createTitleClock([30_000, 1001]);
  // Three fields of 1,501.5 ticks, truncated to whole ticks.
  ntsc.enter(unit(0, 4504));
  ntsc.enter(unit(90_000, 91_501, 2));
  equal(ntsc.at(90_000), 4504.5);
});

Deno.test("createTitleClock() runs on within a cell past units that were lost, and not over a damaged time", () => {
  const clock = createTitleClock([25, 1]);
  clock.enter(unit(48_600, 91_800));
  clock.enter(unit(135_000, 178_200));
  equal(clock.at(135_000), 86_400);
  clock.enter(unit(4_000_000_000, 4_000_043_200));
  equal(clock.at(4_000_000_000), 129_600);
});
