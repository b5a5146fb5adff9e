import { parseArgs } from "node:util";
import { type AgentCommand, agentCommand } from "./agent_command.ts";

/** The parsed command line. */
export type Command =
  | { kind: "serve"; config?: string; host?: string; port?: number }
  | { kind: "encode"; files: string[]; profile: string; out?: string; audioOnly: boolean; config?: string }
  | { kind: "profiles"; config?: string }
  | { kind: "doctor"; config?: string }
  | AgentCommand
  /** Used by the service to start its own child processes. `work` is JSON. */
  | { kind: "work"; work: string }
  | { kind: "help" }
  | { kind: "version" }
  /** The arguments are invalid. `message` contains the reason. */
  | { kind: "mistake"; message: string };

const OPTIONS = {
  config: { type: "string" },
  host: { type: "string" },
  port: { type: "string" },
  profile: { type: "string", short: "p" },
  out: { type: "string", short: "o" },
  "audio-only": { type: "boolean" },
  join: { type: "string" },
  name: { type: "string" },
  slots: { type: "string" },
  cores: { type: "string" },
  hours: { type: "string" },
  "pause-when-busy": { type: "boolean" },
  media: { type: "string", multiple: true },
  gpu: { type: "string", multiple: true },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "V" },
} as const;

/** Parses the command line. Pure. Never throws. */
export function parseCommand(args: string[]): Command {
  let parsed;
  try {
    parsed = parseArgs({ args, options: OPTIONS, allowPositionals: true, strict: true, allowNegative: true });
  } catch (error) {
    return { kind: "mistake", message: error instanceof Error ? error.message : String(error) };
  }
  const { values, positionals: [verb = "serve", ...rest] } = parsed;
  if (values.help || verb === "help") return { kind: "help" };
  if (values.version) return { kind: "version" };
  const { config } = values;
  switch (verb) {
    case "serve": {
      const port = values.port === undefined ? undefined : Number(values.port);
      if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
        return { kind: "mistake", message: `--port takes a number from 0 to 65535, not "${values.port}".` };
      }
      return { kind: "serve", config, host: values.host, port };
    }
    case "encode":
      if (rest.length === 0) return { kind: "mistake", message: "encode needs a file: lathe encode FILE --profile ID" };
      if (values.profile === undefined) {
        return { kind: "mistake", message: "encode needs --profile ID; `lathe profiles` lists them." };
      }
      return {
        kind: "encode",
        files: rest,
        profile: values.profile,
        out: values.out,
        audioOnly: values["audio-only"] ?? false,
        config,
      };
    case "profiles":
    case "doctor":
      return { kind: verb, config };
    case "agent":
      return agentCommand({ ...values, pauseWhenBusy: values["pause-when-busy"] });
    case "work":
      return { kind: "work", work: rest[0] ?? "" };
    default:
      return { kind: "mistake", message: `Unknown command "${verb}".` };
  }
}

export const HELP = `Lathe encodes media with ffmpeg by profile, and verifies the results.

  lathe [serve] [--config DIR] [--host ADDRESS] [--port N]
      Run the service; its page is at http://localhost:3939 by default.
  lathe encode FILE... --profile ID [--out DIR] [--audio-only]
      Encode with the same engine, with a progress bar. Exit code 0 if every file was encoded.
  lathe profiles
      List the profiles with their IDs.
  lathe doctor
      Show what is missing on this server and how to install it.
  lathe agent [--join CODE] [--name NAME] [--slots N] [--cores N] [--hours 22:00-07:00] [--pause-when-busy]
              [--media PATH[=LOCAL]]... [--gpu DEVICE=LIMIT]... [--config DIR]
      Encode segments of movies for a service on another machine. Create the code on its Agents page. Options are
      saved. Exit code 2 for a wrong code, 3 if the service has revoked this agent.
  lathe --version | --help

Folders and ports can also be set with SERVICE_CONFIG_DIR, SERVICE_PORT (or PORT), SERVICE_HOST and SERVICE_URL_BASE.
`;
