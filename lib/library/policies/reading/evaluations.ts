import type { MediaIndex } from "../../media_index/service.ts";
import type { Evaluation } from "../decide.ts";
import type { EvaluationRequest } from "../deps.ts";

/**
 * Creates the function that returns stored decisions of profiles about files. Files that are not read yet are read in
 * the background, so that a later plan knows them.
 */
export const storedEvaluations =
  (index: Pick<MediaIndex, "evaluations" | "request">) =>
  async (requests: readonly EvaluationRequest[]): Promise<(Evaluation | undefined)[]> => {
    const profileIds = [...new Set(requests.map(({ profileId }) => profileId))];
    if (profileIds.length === 0) return [];
    const stored = new Map(
      await Promise.all(profileIds.map(async (id) => [id, await index.evaluations(id)] as const)),
    );
    await index.request(
      requests.map(({ file: { localPath, sizeBytes } }) => ({ path: localPath, sizeBytes })),
      profileIds,
    );
    return requests.map(({ file: { localPath, sizeBytes }, profileId }): Evaluation | undefined => {
      const found = stored.get(profileId)?.get(localPath);
      if (found === undefined || found.sizeBytes !== sizeBytes) return undefined;
      const { outcome, reason, bytes, encodeSeconds } = found;
      return {
        outcome,
        ...(reason === undefined ? {} : { reason }),
        ...(bytes === undefined ? {} : { bytesAfter: [bytes.low, bytes.typical, bytes.high] }),
        ...(encodeSeconds === undefined ? {} : { encodeSeconds }),
      };
    });
  };
