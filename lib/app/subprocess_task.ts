import type { DatabaseRequest } from "../../db/database_request.ts";
import { answerOwnProgram } from "../kit/process/own_program.ts";
import type { AnimeBuildRequest } from "../library/anime/build/build_file.ts";
import type { PackRequest } from "../platform/backup/pack_process.ts";

/** Tasks that the service runs in child processes of its own program. */
type OwnWork = DatabaseRequest | PackRequest | AnimeBuildRequest;

/** Runs one request, passed as JSON by the service, and prints the result. */
export async function runSubprocessTask(json: string): Promise<void> {
  const work = JSON.parse(json) as OwnWork;
  await answerOwnProgram(() => answerTo(work));
}

/** Each request loads only the code that it needs, because saving memory is the reason for using a child process. */
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
