import { strictEqual as is } from "node:assert/strict";
import { isSince } from "./ffmpeg_versions.ts";

for (
  const [version, wanted] of [
    ["5.1.9-0+deb12u1", false],
    ["6.1.1-3ubuntu5", false],
    ["n6.0", false],
    ["7.0", true],
    ["n7.1-2", true],
    ["9.0.2-4", true],
    ["10.0", true],
    ["N-112233-g0123456789", true],
    ["2024-06-13-git-0060a368b1", true],
    ["git-2020-01-01", true],
    ["unknown", true],
  ] as const
) {
  Deno.test(`isSince() takes ffmpeg ${version} for ${wanted ? "7 or newer" : "older than 7"}`, () => {
    is(isSince("matroskaRotation", version), wanted);
  });
}
