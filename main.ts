/** Lathe's entry point: parses the command line and the environment, and runs the command. */
import { HELP, parseCommand } from "./lib/cli/command.ts";
import { ownProgram } from "./lib/kit/process/own_program.ts";
import { VERSION } from "./lib/kit/version.ts";
import { defaultConfigDir } from "./lib/platform/storage/storage.ts";
import type { ProgramFiles } from "./lib/app/instance_options.ts";

const env = Deno.env.toObject();
const command = parseCommand(Deno.args);
const configDir = "config" in command && command.config !== undefined
  ? command.config
  : defaultConfigDir(env, Deno.build.os, env.HOME);

/** When run from source, files are located next to the sources. In the executable, they are next to the bundle. */
const bundled = !import.meta.url.endsWith(".ts");
const PROGRAM = ownProgram(import.meta.url, "work");
const files: ProgramFiles = {
  bundled,
  workerUrl: new URL(`./lib/jobs/workers/encode_worker.${bundled ? "js" : "ts"}`, import.meta.url),
  localWorkerUrl: new URL(`./lib/library/local/worker/local_worker.${bundled ? "js" : "ts"}`, import.meta.url),
  importWorkerUrl: new URL(`./lib/app/backup/import/import_worker.${bundled ? "js" : "ts"}`, import.meta.url),
  migrations: new URL("./db/migrations", import.meta.url),
  staticFiles: new URL("./static/built/", import.meta.url),
  docs: new URL("./static/docs/", import.meta.url),
  ownProgram: PROGRAM,
  animeProgram: PROGRAM,
};

// Each command loads only the code that it needs, so that it starts quickly.
async function run(): Promise<number | undefined> {
  switch (command.kind) {
    case "serve": {
      const { runService } = await import("./routes/run_service.ts");
      return await runService({ configDir, host: command.host, port: command.port, env, files });
    }
    case "encode": {
      const { runEncode } = await import("./lib/cli/encode.ts");
      return await runEncode(command, { configDir, env, files });
    }
    case "profiles": {
      const { listProfiles } = await import("./lib/cli/profiles.ts");
      return await listProfiles({ configDir, env, files });
    }
    case "doctor": {
      const { runDoctor } = await import("./lib/cli/doctor.ts");
      return await runDoctor({ configDir, env });
    }
    case "agent": {
      const { startAgent } = await import("./lib/cli/agent.ts");
      return await startAgent(command, { configDir, workerUrl: files.workerUrl });
    }
    case "work": {
      const { runSubprocessTask } = await import("./lib/app/subprocess_task.ts");
      return await runSubprocessTask(command.work).then(() => 0);
    }
    case "version":
      console.log(VERSION);
      return 0;
    case "mistake":
      console.error(`${command.message}\n\n${HELP}`);
      return 2;
    case "help":
      console.log(HELP);
      return 0;
  }
}

try {
  Deno.exit(await run());
} catch (error) {
  if (!isExpected(error)) throw error;
  console.error(
    `lathe: ${[error.message, ...(error.fields ?? []).map(({ path, message }) => `${path}: ${message}`)].join(" ")}`,
  );
  Deno.exit(1);
}

/** True for faults and store errors, whose messages are for users. Other errors are bugs, shown with a stack trace. */
function isExpected(error: unknown): error is Error & { fields?: { path: string; message: string }[] } {
  return error instanceof Error && (error.name === "Fault" || error.name === "StoreProblem");
}
