import type { ProfilePace, QueuedOfProfile, QueueForecasts } from "../../../db/jobs/queue_forecast.ts";
import type { JobRow } from "../../../db/schema/jobs.ts";

/** What a job that waits will take and leave, as far as earlier jobs or its own estimate tell. */
export interface JobForecast {
  expectedBytes?: number;
  expectedSeconds?: number;
}

/** The paces of the last jobs. */
export const readPaces = (forecasts: Pick<QueueForecasts, "paces">): Promise<ProfilePace[]> => forecasts.paces();

/** The expected result of everything that is queued, in bytes; null when part of it cannot be told. */
export async function expectedQueueBytes(forecasts: QueueForecasts): Promise<number | null> {
  const [paces, queued] = await Promise.all([readPaces(forecasts), forecasts.queued()]);
  return expectedSum(queued, paces);
}

/** Pure. An estimate of the job itself counts more than what its profile made of other files. */
export function jobForecast(
  { profileId, audioOnly, estimatedBytes, inputSizeBytes }: Pick<
    JobRow,
    "profileId" | "audioOnly" | "estimatedBytes" | "inputSizeBytes"
  >,
  paces: ProfilePace[],
): JobForecast {
  if (inputSizeBytes <= 0) return {};
  const own = paces.find((pace) => pace.profileId === profileId && pace.audioOnly === audioOnly);
  const expectedBytes = estimatedBytes ??
    (own === undefined ? undefined : Math.round(inputSizeBytes * own.outputBytes / own.inputBytes));
  return {
    ...(expectedBytes === undefined ? {} : { expectedBytes }),
    ...(own === undefined ? {} : { expectedSeconds: Math.round(inputSizeBytes * own.seconds / own.inputBytes) }),
  };
}

/** Pure. */
export function expectedSum(queued: QueuedOfProfile[], paces: ProfilePace[]): number | null {
  let sum = 0;
  for (const { profileId, audioOnly, estimatedBytes, bytesWithoutEstimate } of queued) {
    sum += estimatedBytes;
    if (bytesWithoutEstimate === 0) continue;
    const own = paces.find((pace) => pace.profileId === profileId && pace.audioOnly === audioOnly);
    if (own === undefined) return null;
    sum += bytesWithoutEstimate * own.outputBytes / own.inputBytes;
  }
  return Math.round(sum);
}
