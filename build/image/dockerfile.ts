import { type Copy, DockerfileParser, type JSONInstruction } from "dockerfile-ast";

/** Step that changes the file system of a stage. */
export type Step =
  | { kind: "run"; command: string }
  | { kind: "copy"; from: string | undefined; mode: string | undefined; sources: string[]; target: string }
  | { kind: "workdir"; path: string };

/** Build stage of a Dockerfile. */
export interface Stage {
  name: string | undefined;
  image: string;
  /** Steps in order, each with the variables that were set before it. */
  steps: { step: Step; env: Record<string, string> }[];
  /** Variables of the container. Build arguments are not included. */
  env: Record<string, string>;
  volumes: string[];
  entrypoint: string[];
  command: string[];
}

/**
 * Reads the stages of a Dockerfile. Throws for an instruction or form that `image_root.ts` does not support. Format:
 * https://docs.docker.com/reference/dockerfile/.
 */
export function readStages(text: string): Stage[] {
  const stages: Stage[] = [];
  let args: Record<string, string> = {};
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    const words = instruction.getArguments().map((argument) => argument.getValue());
    if (keyword === "FROM") {
      const [image = "", as, name] = words;
      args = {};
      stages.push({
        ...{ name: as === undefined ? undefined : name, image, steps: [], env: {} },
        ...{ volumes: [], entrypoint: [], command: [] },
      });
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`${keyword} before FROM is not supported.`);
    const add = (step: Step) => stage.steps.push({ step, env: { ...args, ...stage.env } });
    switch (keyword) {
      case "RUN":
        add({ kind: "run", command: joined(instruction.getRawArgumentsContent() ?? "") });
        break;
      case "COPY": {
        const flags = new Map((instruction as Copy).getFlags().map((flag) => [flag.getName(), flag.getValue()]));
        add({
          ...{ kind: "copy", from: flags.get("from") ?? undefined, mode: flags.get("chmod") ?? undefined },
          ...{ sources: words.slice(0, -1), target: words.at(-1) ?? "" },
        });
        break;
      }
      case "WORKDIR":
        add({ kind: "workdir", path: words[0] ?? "/" });
        break;
      case "ARG":
        Object.assign(args, variables(joined(instruction.getRawArgumentsContent() ?? "")));
        break;
      case "ENV":
        Object.assign(stage.env, variables(joined(instruction.getRawArgumentsContent() ?? "")));
        break;
      case "VOLUME":
        stage.volumes.push(...words);
        break;
      case "ENTRYPOINT":
        stage.entrypoint = strings(instruction as JSONInstruction);
        break;
      case "CMD":
        stage.command = strings(instruction as JSONInstruction);
        break;
      case "EXPOSE":
      case "HEALTHCHECK":
      case "LABEL":
      case "STOPSIGNAL":
        break;
      default:
        throw new Error(`${keyword} is not supported.`);
    }
  }
  return stages;
}

/** Joins the continuation lines of an instruction. */
const joined = (text: string): string => text.replaceAll(/\\\n\s*/g, "");

const strings = (instruction: JSONInstruction): string[] =>
  instruction.getJSONStrings().map((argument) => argument.getJSONValue());

/** Reads `NAME=value NAME="quoted value"`. */
function variables(text: string): Record<string, string> {
  const found = text.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g);
  return Object.fromEntries([...found].map(([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""]));
}
