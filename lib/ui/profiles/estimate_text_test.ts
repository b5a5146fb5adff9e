import { strictEqual as is } from "node:assert/strict";
import { gainText, paceEstimate, sizeText, timeText, timeWithSource } from "./estimate_text.ts";

Deno.test("a size is marked as approximate unless it is exact", () => {
  is(sizeText({ bytes: 2e9, exact: true }), "2.0 GB");
  is(sizeText({ bytes: 2e9, exact: false }), "≈ 2.0 GB");
  is(sizeText({ bytes: 2e9 }), "≈ 2.0 GB");
});

Deno.test("a time says where it comes from, and is not shown if it is unknown", () => {
  is(timeWithSource({ bytes: 1, encodeSeconds: 3600, sampled: true }), "about 1:00:00, measured on this machine");
  is(timeWithSource({ bytes: 1, encodeSeconds: 3600 }), "about 1:00:00, from similar jobs");
  is(timeWithSource({ bytes: 1 }), "");
  is(timeText({}), "");
});

Deno.test("files of which only the size is known are judged by the earlier jobs of the profile", () => {
  const pace = { profileId: "p", bytesPerByte: 0.25, secondsPerByte: 1e-6 };
  is(
    gainText(paceEstimate(pace, 8e9), 8e9),
    "about 2.0 GB, 6.0 GB less, about 2:13:20, from similar jobs",
  );
  is(gainText({ bytes: 3e9 }, 2e9), "about 3.0 GB, 1.0 GB more");
});
