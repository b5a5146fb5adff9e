import { strictEqual as is } from "node:assert/strict";
import { createHash } from "node:crypto";
import { withDeliveredNames } from "./delivered_names.ts";

const names = new Map([["01 - A.flac", "01 - A (2).flac"], ["00 - H.flac", "../X - Hidden Track/00 - H.flac"]]);

Deno.test("withDeliveredNames() renames the files of cue sheets, playlists and logs, and nothing that only resembles one", () => {
  for (
    const [text, expected] of [
      [
        'FILE "01 - A.flac" WAVE\r\n  TITLE "01 - A.flac"\r\n',
        'FILE "01 - A (2).flac" WAVE\r\n  TITLE "01 - A.flac"\r\n',
      ],
      ["#EXTM3U\n01 - A.flac\n00 - H.flac\n", "#EXTM3U\n01 - A (2).flac\n../X - Hidden Track/00 - H.flac\n"],
      ["  File: 01 - A.flac\nTrack 01: 01 - A.flac\n", "  File: 01 - A (2).flac\nTrack 01: 01 - A.flac\n"],
      ["101 - A.flac\n01 - A.flac.old\n", "101 - A.flac\n01 - A.flac.old\n"],
    ] as const
  ) is(withDeliveredNames(text, names), expected);
});

Deno.test("withDeliveredNames() keeps the checksum of a log valid, and does not change a text without other names", () => {
  const signed = (body: string) => `${body}SHA-256: ${createHash("sha256").update(body).digest("hex")}\n`;
  is(withDeliveredNames(signed("  File: 01 - A.flac\n"), names), signed("  File: 01 - A (2).flac\n"));
  const tampered = "  File: x\nSHA-256: 00\n";
  is(withDeliveredNames(tampered, new Map()), tampered);
});
