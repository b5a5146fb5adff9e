import { join } from "node:path";
import { ffmpegGaps } from "../encode/health/ffmpeg_gaps.ts";
import { createMedia } from "../media/service.ts";
import { peekSettings } from "../platform/settings/file.ts";
import { programJudge } from "../platform/settings/program_rules.ts";
import { Settings } from "../platform/settings/schema.ts";
import { claimFolder } from "../platform/storage/claim.ts";
import { isNetworkShare } from "../platform/storage/network_share.ts";
import { checkTools } from "../media/setup/tools_check.ts";
import { storageFolders } from "../platform/storage/storage.ts";
import type { CommandContext } from "./context.ts";

/** Lists available and missing tools with installation hints. Exit code 1 if Lathe cannot encode. */
export async function runDoctor({ configDir, env }: Pick<CommandContext, "configDir" | "env">): Promise<number> {
  const { folders } = storageFolders(configDir, env);
  const set = await peekSettings(join(folders.programData, "settings.json"));
  const settings = { current: () => set ?? Settings.parse({}) };
  const judge = programJudge(settings, {
    writtenFolders: [configDir, ...Object.values(folders)],
    // The output folders are stored in the database, which only the service opens.
    outputFolders: () => Promise.resolve([]),
  });
  const media = createMedia({ settings, search: { judge } });
  const { tools } = await checkTools({ media, platform: Deno.build.os, dismissed: false });
  for (const tool of tools) {
    console.log(
      `${tool.available ? "ok      " : tool.required ? "MISSING " : "optional"}  ${tool.name}: ${
        tool.detail ?? tool.purpose
      }`,
    );
    if (tool.available) continue;
    for (const { label, command, url } of tool.steps) console.log(`            ${label}: ${command ?? url ?? ""}`);
  }
  const capabilities = tools.some(({ id, available }) => id === "ffmpeg" && available)
    ? await media.capabilities()
    : undefined;
  for (const { feature, cost, remedy } of capabilities ? ffmpegGaps(capabilities) : []) {
    console.log(`lacking   ${feature} in ffmpeg: ${cost}\n            ${remedy}`);
  }
  const folder = await folderState(configDir);
  console.log(`${folder.ok ? "ok      " : "MISSING "}  Config folder: ${folder.detail}`);
  return folder.ok && tools.every((tool) => tool.available || !tool.required) ? 0 : 1;
}

async function folderState(configDir: string): Promise<{ ok: boolean; detail: string }> {
  try {
    const answer = await claimFolder(configDir);
    if ("heldBy" in answer) {
      return { ok: true, detail: `${configDir}, in use by the service at ${answer.heldBy.url ?? "?"}` };
    }
    await answer.claim.release();
    const share = await isNetworkShare(configDir);
    return { ok: true, detail: share ? `${configDir} is on a network share; a local disk is safer` : configDir };
  } catch (error) {
    return { ok: false, detail: `${configDir} cannot be used: ${error instanceof Error ? error.message : error}` };
  }
}
