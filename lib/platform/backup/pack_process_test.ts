import { equal, rejects } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { Fault } from "../../kit/fault.ts";
import { ownProgram } from "../../kit/process/own_program.ts";
import { packInProcess } from "./pack_process.ts";
import { openArchive } from "./unpack.ts";

const PROGRAM = ownProgram(new URL("../../../main.ts", import.meta.url).href, "work");
const ABOUT = {
  product: "lathe",
  version: "0.1.0.0",
  createdAt: "2026-11-23T08:00:00.000Z",
  type: "manual",
  schema: 0,
} as const;

inFolder(
  "S-DB-6: an archive that a child process packed is complete, and its failures are reported as usual",
  async (dir) => {
    const path = join(dir, "settings.json");
    await Deno.writeTextFile(path, '{"port":1}');
    const files = [{ name: "settings.json" as const, path }];
    const target = join(dir, "b.zip");
    await packInProcess(PROGRAM, { target, manifest: ABOUT, files });
    const archive = await openArchive(target);
    await archive.verify();
    equal(archive.manifest.entries.map(({ name, sizeBytes }) => `${name} ${sizeBytes}`).join(), "settings.json 10");
    await archive.close();

    const missing = [{ name: "settings.json" as const, path: join(dir, "nowhere") }];
    await rejects(
      packInProcess(PROGRAM, { target: join(dir, "c.zip"), manifest: ABOUT, files: missing }),
      /No such file/,
    );
    await rejects(Deno.stat(join(dir, "c.zip")), Deno.errors.NotFound);
    await rejects(Deno.stat(join(dir, "c.zip.partial")), Deno.errors.NotFound);

    const answering = (text: string) => ({ path: "/bin/echo", args: [text], env: {} });
    const fault = JSON.stringify({ ok: false, message: "Too large.", code: "invalid" });
    await rejects(
      packInProcess({ path: "/bin/sh", args: ["-c", `echo '${fault}'`], env: {} }, { target, manifest: ABOUT, files }),
      (error) => error instanceof Fault && error.code === "invalid" && error.message === "Too large.",
    );
    await rejects(packInProcess(answering("what?"), { target, manifest: ABOUT, files }), /exited with code 0/);
  },
);
