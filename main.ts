/** Lathe: reads the command line and hands over. The whole program from above. */
import { HELP, parseCommand } from "./lib/cli/command.ts";
import { VERSION } from "./lib/kit/version.ts";

const command = parseCommand(Deno.args);
switch (command.kind) {
  case "version":
    console.log(VERSION);
    break;
  case "mistake":
    console.error(`${command.message}\n\n${HELP}`);
    Deno.exit(2);
    break;
  default:
    console.log(HELP);
}
