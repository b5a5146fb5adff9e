import { throws } from "node:assert/strict";
import { refuseOtherDisc } from "./refuse_other_disc.ts";

const drive = { kind: "device", path: "/dev/sr0" } as const;

Deno.test("refuseOtherDisc() names the scanned disc, and judges none of which either hash is unknown", () => {
  const found = (...hashes: string[]) => hashes;
  throws(() => refuseOtherDisc(found("B"), drive, { contentHash: "A", label: "DARK_S1_D1" }), {
    code: "changed",
    message: "Another disc is in /dev/sr0 now. Insert DARK_S1_D1, the disc that was scanned.",
  });
  throws(() => refuseOtherDisc(found("B"), drive, { contentHash: "A", label: "" }), {
    message: "Another disc is in /dev/sr0 now. Insert the disc that was scanned.",
  });
  refuseOtherDisc(found("A"), drive, { contentHash: "A", label: "" });
  refuseOtherDisc(found("B", "A"), drive, { contentHash: "A", label: "" });
  refuseOtherDisc(found("B"), drive, undefined);
  refuseOtherDisc(found(), drive, { contentHash: "A", label: "" });
});
