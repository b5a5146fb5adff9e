import { Fault } from "../../kit/fault.ts";
import { VERSION } from "../../kit/version.ts";
import { readVersion, type ToolPaths } from "../../media/tools/capabilities.ts";
import { findTool, type ToolLookup } from "../../media/tools/tools.ts";
import { createEncoderMarks, type measureEncoderMarks } from "../encoder_marks.ts";
import { type AgentAbilities, PROTOCOL } from "../protocol.ts";
import { trialCards } from "./trial_cards.ts";
import type { AgentFile } from "./agent_file.ts";

/** Detects the tools of this machine and their capabilities. Throws `Fault` with code `tool_missing`. */
export async function readAbilities(
  file: AgentFile,
  measure?: typeof measureEncoderMarks,
): Promise<{ tools: ToolPaths; abilities: AgentAbilities }> {
  const tools = {
    ffmpegPath: needed(await findTool("ffmpeg", "")),
    ffprobePath: needed(await findTool("ffprobe", "")),
  };
  const version = await readVersion(tools.ffmpegPath);
  const cards = await trialCards(tools.ffmpegPath, file.options.cards);
  const marks = createEncoderMarks({
    kept: {
      load: () => Promise.resolve(file.marks),
      async save(kept) {
        file.marks = kept;
        await file.save();
      },
    },
    ...(measure ? { measure } : {}),
  });
  return {
    tools,
    abilities: {
      protocol: PROTOCOL,
      version: VERSION,
      platform: `${Deno.build.os} ${Deno.build.arch}`,
      ffmpegVersion: version,
      encoders: { ...await marks(tools.ffmpegPath) },
      slots: file.options.slots,
      ...(cards.length > 0 ? { cards } : {}),
    },
  };
}

function needed({ path, error }: ToolLookup): string {
  if (path === undefined) throw new Fault("tool_missing", error ?? "ffmpeg was not found.");
  return path;
}
