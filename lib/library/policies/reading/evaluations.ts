import type { MediaIndex } from "../../media_index/service.ts";
import type { Evaluation } from "../decide.ts";
import type { EvaluationRequest } from "../deps.ts";

/** Creates the function that returns stored decisions of profiles about files. */
export const storedEvaluations =
  (index: Pick<MediaIndex, "evaluations">) =>
  async (requests: readonly EvaluationRequest[]): Promise<(Evaluation | undefined)[]> => {
    const profileIds = profilesOf(requests);
    const stored = new Map(
      await Promise.all(profileIds.map(async (id) => [id, await index.evaluations(id)] as const)),
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

/** Creates the function that reads files in the background. */
export const backgroundReading =
  (index: Pick<MediaIndex, "request">) => async (requests: readonly EvaluationRequest[]): Promise<void> => {
    if (requests.length === 0) return;
    const files = requests.map(({ file: { localPath, sizeBytes } }) => ({ path: localPath, sizeBytes }));
    await index.request(files, profilesOf(requests));
  };

const profilesOf = (requests: readonly EvaluationRequest[]): string[] => [
  ...new Set(requests.map(({ profileId }) => profileId)),
];
