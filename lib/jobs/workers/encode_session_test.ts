import { deepStrictEqual as same, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { withFolder } from "../../../tests/fixtures/folder.ts";
import { decide, recipe } from "../../../tests/fixtures/plans.ts";
import { sampleCapabilities, sampleProbe } from "../../encode/sampling/sample.ts";
import { createEncodeSession } from "./encode_session.ts";
import type { CallName, Calls, FromWorker } from "./messages.ts";

/** Runs a session without a worker. The tools are scripts that record their mark and then run `act`. */
async function withSession(
  act: string,
  work: (session: {
    tools: { ffmpegPath: string; ffprobePath: string };
    folder: string;
    call<K extends CallName>(name: K, request: Calls[K]["request"]): Promise<FromWorker>;
    /** Returns the marks of all started processes. */
    marks(): Promise<string[]>;
  }) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    const path = join(folder, "tool");
    await Deno.writeTextFile(path, `#!/bin/sh\necho "$LATHE_CHILD" >> '${folder}/marks'\n${act}\n`, { mode: 0o755 });
    const answers = new Map<number, PromiseWithResolvers<FromWorker>>();
    const session = createEncodeSession((message) => {
      if (message.kind === "answer" || message.kind === "refused") answers.get(message.id)?.resolve(message);
    });
    let id = 0;
    await work({
      tools: { ffmpegPath: path, ffprobePath: path },
      folder,
      call(name, request) {
        const answer = Promise.withResolvers<FromWorker>();
        answers.set(++id, answer);
        session.receive(
          { kind: "call", id, name, request, token: `mark-${name}` } as Parameters<typeof session.receive>[0],
        );
        return answer.promise;
      },
      marks: async () => (await Deno.readTextFile(join(folder, "marks"))).trim().split("\n"),
    });
  });
}

for (const name of ["probe", "inspect", "check", "loudness", "verify", "search", "score", "encode"] as const) {
  Deno.test(`every program that ${name} starts has the mark of its call`, () =>
    withSession("exit 1", async ({ tools, folder, call, marks }) => {
      const probe = { ...sampleProbe(), path: join(folder, "film.mkv") };
      await Deno.writeTextFile(probe.path, "film");
      const plan = decide({ video: { encoder: "libx265", targetMetric: "ssim", targetScore: 98 } }, probe);
      const requests: { [K in CallName]?: Calls[K]["request"] } = {
        probe: { ...tools, path: probe.path },
        inspect: {
          path: probe.path,
          recipe: recipe(),
          capabilities: { ...sampleCapabilities(), ...tools },
          options: { audioOnly: false },
        },
        check: { tools, probe },
        loudness: { ...tools, path: probe.path, streamIndex: 1 },
        verify: { tools, path: probe.path, probe, plan, mode: "full" },
        search: { tools, probe, plan, folder },
        score: { tools, probe, plan, path: probe.path, metric: "ssim", places: 1 },
        encode: encodeRequest(tools.ffmpegPath, folder),
      };
      const request = requests[name];
      ok(request);
      await call(name, request);
      const seen = await marks();
      same(new Set(seen), new Set([`mark-${name}`]));
    }));
}

const encodeRequest = (ffmpegPath: string, folder: string): Calls["encode"]["request"] => ({
  ffmpegPath,
  args: [],
  command: "ffmpeg",
  output: join(folder, "out.partial"),
  logPath: join(folder, "log"),
  notes: [],
  stallMs: 0,
  nice: 0,
  sourceFormat: "matroska",
});

Deno.test("the encoder tool has the mark of its call", () =>
  withSession('[ -z "$1" ] || [ ! -d "$HOME/.config" ] || echo data > "$1"', async ({ tools, folder, call, marks }) => {
    const output = join(folder, "from-tool");
    const answer = await call("encode", {
      ...encodeRequest(tools.ffmpegPath, folder),
      tool: { path: tools.ffmpegPath, args: [output], output, home: join(folder, "home") },
    });
    same(answer.kind, "answer");
    same(await marks(), ["mark-encode", "mark-encode"]);
  }));

Deno.test("an ffmpeg that prints garbage and reports success causes an error without paths and stack traces", () =>
  withSession("echo rubbish; echo rubbish >&2", async ({ tools, folder, call }) => {
    const answer = await call("encode", encodeRequest(tools.ffmpegPath, folder));
    ok(answer.kind === "refused");
    same([answer.code, answer.message], ["verification_failed", "The tool exited without an error but wrote no file."]);
  }));

Deno.test("a defect is shown without its stack trace, which is in the log", () =>
  withSession("exit 0", async ({ tools, folder, call }) => {
    // A request without its plan causes an internal error.
    const broken = { tools, probe: sampleProbe(), folder } as unknown as Calls["search"]["request"];
    const answer = await call("search", broken);
    ok(answer.kind === "refused");
    same(answer.code, "internal");
    match(answer.message, /^An internal error occurred.* see the log for details\.$/);
    ok(!/\n|file:|\.ts|\//.test(answer.message), answer.message);
    match(answer.stack ?? "", /\.ts:\d+/);
  }));
