import { match, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { identityProblem } from "./program_identity.ts";

/** Shell commands that print the real output of programs, by the name of their setting. */
const PRINTED: [key: string, script: string][] = [
  ["ffmpegPath", "echo 'ffmpeg version n7.1 Copyright (c) 2000-2024 the FFmpeg developers'"],
  ["ffprobePath", "echo 'ffprobe version 5.1.9-0+deb12u1 Copyright (c) 2007-2026 the FFmpeg developers'"],
  [
    "encodertoolPath",
    "printf 'freaccmd v1.1.7 (Linux x86_64)\\nEncoder <id> can be one of:\\n\\tflac, lame\\n'; exit 254",
  ],
  ["doviToolPath", "echo 'dovi_tool 2.1.2'"],
  ["hdr10plusToolPath", "echo 'hdr10plus_tool 1.6.1'"],
  ["ocr.ocrPath", "echo 'tesseract 5.3.0'; echo ' leptonica-1.82.0'"],
  ["ocr.ocrPath", "echo 'tesseract 3.04.01' >&2"],
  ["ocr.ocrPath", "echo 'tesseract v5.4.0.20240606'"],
  ["disc.ripperPath", "echo 'MSG:1005,0,1,\"MakeMKV v1.18.1 linux(x64-release) started\"'; exit 1"],
  ["disc.cd.ripperPath", "echo 'cdparanoia III release 10.2 libcdio 2.1.0 x86_64-pc-linux-gnu' >&2"],
  ["disc.cd.ripperPath", "echo 'cd-paranoia 10.2+2.0.2'"],
];

const install = async (folder: string, script: string): Promise<string> => {
  const path = join(folder, `tool-${crypto.randomUUID()}`);
  await Deno.writeTextFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
};

inFolder(
  "S-PROC-5: a program is recognised by its output, on either pipe and with any exit code",
  async (folder) => {
    for (const [key, script] of PRINTED) {
      is(await identityProblem({ key, path: await install(folder, script) }), undefined, script);
    }
  },
);

inFolder(
  "S-PROC-5: a program with other output, with none, or that cannot be started is not accepted",
  async (folder) => {
    for (
      const script of ["exit 0", "echo 'I am like ffmpeg version 7'", 'echo "$0: unknown option -version"', "kill $$"]
    ) {
      match(await identityProblem({ key: "ffmpegPath", path: await install(folder, script) }) ?? "", /is not ffmpeg/);
    }
    const broken = join(folder, "broken");
    await Deno.writeTextFile(broken, "\u007fELF", { mode: 0o755 });
    match(await identityProblem({ key: "ffmpegPath", path: broken }) ?? "", /not (be identified as )?ffmpeg/);
    match(
      await identityProblem({ key: "ffmpegPath", path: join(folder, "gone") }) ?? "",
      /not (be identified as )?ffmpeg/,
    );
  },
);

inFolder("S-PROC-5: a program that hangs or prints without end is given up", async (folder) => {
  for (const script of ["sleep 60", "while :; do echo x; done"]) {
    const path = await install(folder, script);
    match(await identityProblem({ key: "ffmpegPath", path }, { timeoutMs: 50 }) ?? "", /in time/);
  }
});

inFolder("S-PROC-5: scripts of the user are not run to be recognised", async (folder) => {
  const path = await install(folder, `touch ${join(folder, "ran")}`);
  for (const key of ["general.updates.scriptPath", "notifications.targets.0.path"]) {
    is(await identityProblem({ key, path }), undefined);
  }
  is(await Deno.stat(join(folder, "ran")).then(() => true, () => false), false);
});
