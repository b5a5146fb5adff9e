/** Sources that are rejected immediately, and sources about which the plan contains warnings. */
import { deepEqual, match } from "node:assert/strict";
import { decide, fails, film } from "../../../tests/fixtures/plans.ts";
import type { Probe } from "../../media/probe/model.ts";
import { sampleProbe } from "../sampling/sample.ts";

const odd = (facts: Partial<Probe>): Probe => ({ ...sampleProbe(), path: "/media/a.ts", format: "mpegts", ...facts });

for (
  const [name, facts, wanted] of [
    [
      "time stamps that start again",
      { clockJump: { afterSeconds: 3725, bySeconds: -3725 } },
      /^a\.ts is two recordings joined into one file: .* restart after 1:02:05\. .*-map 0 -c copy joined\.ts$/,
    ],
    [
      "time stamps of a VOB",
      { format: "mpeg", clockJump: { afterSeconds: 5, bySeconds: -5 } },
      /-map 0:v -map 0:a\? -map 0:s\? -c copy joined\.mkv$/,
    ],
    [
      "a gap of hours",
      { clockJump: { afterSeconds: 60, bySeconds: 7200 } },
      /has a gap of 2:00:00 in its timestamps after 1:00/,
    ],
    ["two files in one", { joined: true }, /only the first one would be read\. Join them with .* mkvmerge/],
    ["an edit in the middle", { edited: true }, /has an edit list that cuts .* Export the file again/],
    ["DRM", { encrypted: true }, /protected by DRM .* Get a copy without DRM/],
  ] as [string, Partial<Probe>, RegExp][]
) {
  for (const encoder of ["copy", "libx264"] as const) {
    Deno.test(`${name} is refused at once, by ${encoder} too, with a remedy`, () => {
      fails(
        "invalid_plan",
        wanted,
        () => decide({ video: { encoder, pixelFormat: "auto", hdrToSdr: "hable" } }, odd(facts)),
      );
    });
  }
}

Deno.test("a truncated file is encoded, and its incomplete last frames are not copied", () => {
  const source = odd({ path: "/media/a.mp4", format: "mov,mp4,m4a,3gp,3g2,mj2", cutOff: true });
  const video = { encoder: "libx264", pixelFormat: "auto", hdrToSdr: "hable" } as const;
  fails(
    "invalid_plan",
    /a\.mp4 is truncated: .* Get the complete file/,
    () => decide({ video: { encoder: "copy" } }, source),
  );
  deepEqual(decide({ video }, source).video?.encoder, "libx264");
});

for (
  const [name, facts, wanted] of [
    ["ordered chapters", { ordered: "own" }, /ordered chapters.*plays the file from start to end\.$/],
    ["linked segments", { ordered: "linked" }, /without the parts from other files\.$/],
    ["chapters that are not read", { unreadChapters: 2 }, /^2 chapters removed: .*Sort them/],
  ] as [string, Partial<Probe>, RegExp][]
) {
  Deno.test(`the plan warns of ${name}`, () =>
    match(decide({}, odd(facts)).warnings.join("\n"), new RegExp(wanted, "m")));
}

const shape = (width: number, height: number, x = 1, y = 1) => ({
  width,
  height,
  sampleAspect: [x, y] as [number, number],
});
const warningsOf = (...shapes: ReturnType<typeof shape>[]): string[] =>
  decide({}, film({ shapes })).warnings.filter((text) => /changes midway/.test(text));

Deno.test("the plan warns of a shape that changes, and of a size that does", () => {
  match(
    warningsOf(shape(720, 576, 16, 15), shape(720, 576, 64, 45)).join(),
    /\(1\.33:1, 1\.78:1\): the whole video is shown as 1\.33:1, which distorts/,
  );
  match(warningsOf(shape(1920, 1080), shape(1280, 720)).join(), /size changes midway \(1920x1080, 1280x720\)/);
  deepEqual(warningsOf(), []);
});

for (
  const [name, stream, encoder, wanted] of [
    [
      "video",
      0,
      "libx264",
      /^The timestamps of the video track in stream 0 of a\.ts go back by 60\.0 s after 1:00, while/,
    ],
    [
      "audio",
      1,
      "libx264",
      /audio track in stream 1 .* remove it first: ffmpeg -i "a\.ts" -map 0 -map -0:1 -c copy fixed\.ts$/,
    ],
    ["a copied track", 1, "copy", /audio track in stream 1/],
  ] as const
) {
  Deno.test(`B9: timestamps of ${name} that restart alone are refused at once, with what to do`, () => {
    const facts = odd({ clockJump: { afterSeconds: 60, bySeconds: -60, stream } });
    fails("invalid_plan", wanted, () => decide({ container: "mp4", video: { encoder, pixelFormat: "auto" } }, facts));
  });
}

Deno.test("B9: a track whose timestamps restart is no reason to refuse a plan without it", () => {
  const facts = odd({ clockJump: { afterSeconds: 60, bySeconds: -60, stream: 99 } });
  deepEqual(decide({ video: { encoder: "libx264", pixelFormat: "auto" } }, facts).nothingToDo, false);
});
