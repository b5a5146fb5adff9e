import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import type { Drive } from "../drive_schema.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { cdProbe } from "./cd_programs.ts";

const DRIVE: Drive = {
  ...{ index: 0, name: "BD-RE", path: "/dev/sr0", source: "dev:/dev/sr0", state: "empty", discLabel: "" },
  ...{ virtual: false, manual: false, detected: true, available: true, busy: false },
};

/** Returns the findings on a machine with these programs. */
async function check(
  programs: string[],
  { drives = [DRIVE], disc = {}, os = "linux" as const }: {
    drives?: Drive[];
    disc?: Record<string, unknown>;
    os?: "linux" | "darwin";
  } = {},
) {
  const folder = await Deno.makeTempDir({ prefix: "lathe_test_" });
  try {
    for (const name of programs) await Deno.writeTextFile(join(folder, name), "#!/bin/sh\n", { mode: 0o755 });
    const settings = Settings.parse({ disc });
    return await cdProbe({
      settings: { current: () => settings },
      drives: { list: () => drives },
      programSearch: { folders: [folder] },
      os,
    }).check();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

for (
  const [name, programs, options, wanted] of [
    ["with both programs nothing is missing", ["cd-paranoia", "cd-info"], {}, []],
    ["the older cdparanoia does as well", ["cdparanoia", "cd-info"], {}, []],
    ["each that is missing is told", [], {}, ["cd-paranoia", "cd-info"]],
    ["only cd-info", ["cd-paranoia"], {}, ["cd-info"]],
    ["macOS reads the table of contents itself", ["cd-paranoia"], { os: "darwin" }, []],
    ["without a drive nobody misses them", [], { drives: [] }, []],
    ["an image is no drive", [], { drives: [{ ...DRIVE, virtual: true }] }, []],
    ["a drive that is gone is told elsewhere", [], { drives: [{ ...DRIVE, available: false }] }, []],
    ["who reads no CDs misses nothing", [], { disc: { cd: { enabled: false } } }, []],
    ["nor who rips no discs", [], { disc: { enabled: false } }, []],
  ] as [string, string[], Parameters<typeof check>[1], string[]][]
) {
  Deno.test(`cdProbe(): ${name}`, async () => {
    const found = await check(programs, options);
    deepEqual(found.map(({ id, type, link }) => [id, type, link]), wanted.map((id) => [id, "warning", "/setup"]));
  });
}

Deno.test("cdProbe() states that fre:ac reads CDs in the meantime, if it is installed", async () => {
  const [without] = await check(["cd-info"]);
  match(without?.message ?? "", /cannot be ripped/);
  const [instead, ...others] = await check(["cd-info", "freaccmd"]);
  match(instead?.message ?? "", /fre:ac is used instead/);
  equal(others.length, 0);
});
