import { deepStrictEqual as same } from "node:assert/strict";
import { discTitle } from "../../../tests/fixtures/discs/rips_world.ts";
import { Settings } from "../../platform/settings/schema.ts";
import type { StoredRip } from "../rip_schema.ts";
import type { DiscSource } from "../ripper_model.ts";
import { copyOf } from "./copy_titles.ts";
import { newRip } from "./new_rip.ts";

const contentHash = "A".repeat(32);

Deno.test("copyOf() names the disc of a title only for a drive whose disc Lathe itself has read", () => {
  const discOf = (kind: DiscSource["kind"], part: Partial<StoredRip> = {}) => {
    const seen = { origin: "drive", source: { kind, path: "/somewhere" }, label: "DARK_S1_D1" } as const;
    const { record } = newRip(seen, Settings.parse({}), new Date(0));
    return copyOf({ ...record, fingerprint: { contentHash }, ...part }, discTitle(0), [], "A title").disc;
  };
  same(discOf("device"), { contentHash, label: "DARK_S1_D1" });
  same(discOf("device", { volumeName: "DARK_1" }), { contentHash, label: "DARK_1" });
  same(discOf("device", { fingerprint: {} }), undefined);
  same([discOf("image"), discOf("folder")], [undefined, undefined]);
});
