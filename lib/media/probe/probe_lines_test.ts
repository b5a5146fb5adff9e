import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { JobFailure } from "../../kit/fault.ts";
import { eachProbeLine } from "./probe_lines.ts";

const program = async (folder: string, text: string): Promise<string> => {
  const path = join(folder, "ffprobe");
  await Deno.writeTextFile(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
};

inFolder(
  "a file that no longer responds ends its reading as stalled, and a suspended one waits",
  async (folder) => {
    const seen: string[] = [];
    const read = async (text: string, suspended: boolean) =>
      await eachProbeLine({
        ...{ ffprobePath: await program(folder, text), path: join(folder, "film.mkv"), args: [] },
        ...{ onLine: (line) => seen.push(line), failure: "unreadable" },
        stall: { stallMs: 100, suspended: () => suspended },
      });
    await rejects(
      read("exec sleep 600", false),
      (error) => error instanceof JobFailure && error.code === "stalled",
    );
    await read("echo one; sleep 0.5; echo two", true);
    same(seen, ["one", "two"]);
  },
);
