import type { DatabaseRequest } from "../../db/database_request.ts";
import { answerOwnProgram } from "../kit/process/own_program.ts";
import type { AnimeBuildRequest } from "../library/anime/build/build_file.ts";
import type { PackRequest } from "../platform/backup/pack_process.ts";

/** What the service has done by processes of its own. */
type OwnWork = DatabaseRequest | PackRequest | AnimeBuildRequest;

/** Does one piece of work that the service wrote as JSON, and prints the answer. */
export async function runSubprocessTask(json: string): Promise<void> {
  const work = JSON.parse(json) as OwnWork;
  await answerOwnProgram(() => answerTo(work));
}

/** Each loads only what it needs: the memory that it takes is why it has a process of its own. */
async function answerTo(work: OwnWork): Promise<unknown> {
  switch (work.kind) {
    case "anime": {
      const { answerAnimeBuild } = await import("../library/anime/build/build_file.ts");
      return await answerAnimeBuild(work);
    }
    case "pack": {
      const { answerPackRequest } = await import("../platform/backup/pack_process.ts");
      return await answerPackRequest(work);
    }
    default: {
      const { answerDatabaseRequest } = await import("../../db/database_process.ts");
      return await answerDatabaseRequest(work);
    }
  }
}
