import type { MediaIndex } from "../../media_index/service.ts";
import type { EvaluationRequest, FindEvaluation, ReadEvaluations } from "../deps.ts";

/** Creates the function that reads stored decisions of profiles about files. */
export const storedEvaluations =
  (index: Pick<MediaIndex, "evaluations">): ReadEvaluations => async (profileId): Promise<FindEvaluation> => {
    const stored = await index.evaluations(profileId);
    return ({ localPath, sizeBytes }) => {
      const found = stored.get(localPath);
      if (found === undefined || found.sizeBytes !== sizeBytes) return undefined;
      const { outcome, reason, bytes, encodeSeconds } = found;
      return {
        outcome,
        ...(reason === undefined ? {} : { reason }),
        ...(bytes === undefined ? {} : { bytesAfter: [bytes.low, bytes.typical, bytes.high] }),
        ...(encodeSeconds === undefined ? {} : { encodeSeconds }),
      };
    };
  };

/** Creates a function that reads the decisions of each profile only once. */
export function readOnce(read: ReadEvaluations): ReadEvaluations {
  const known = new Map<string, Promise<FindEvaluation>>();
  return (profileId) => {
    const found = known.get(profileId) ?? read(profileId);
    known.set(profileId, found);
    return found;
  };
}

/** Creates the function that reads files in the background. */
export const backgroundReading =
  (index: Pick<MediaIndex, "request">) => async (requests: readonly EvaluationRequest[]): Promise<void> => {
    if (requests.length === 0) return;
    const files = requests.map(({ file: { localPath, sizeBytes }, profileId }) => ({
      ...{ path: localPath, sizeBytes, profileId },
    }));
    await index.request(files, [...new Set(requests.map(({ profileId }) => profileId))]);
  };
