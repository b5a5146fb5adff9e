import { jobForecast, readPaces } from "../queue/queue_forecast.ts";
import type { JobStore } from "../job_store.ts";
import { JobQuery, MAX_BULK_ITEMS } from "../request_schema.ts";
import type { JobFigures, JobFilter } from "../change_schema.ts";

/** Returns the jobs of a list, up to the maximum number in one change. */
export async function jobFigures({ list, forecasts }: JobStore, filter: JobFilter): Promise<JobFigures> {
  const query = JobQuery.parse({ ...filter, limit: 1 });
  const [rows, { total }, paces] = await Promise.all([
    list.figures(query, MAX_BULK_ITEMS),
    list.page(query),
    readPaces(forecasts),
  ]);
  return {
    total,
    jobs: rows.map((row) => ({
      id: row.id,
      bytes: row.inputSizeBytes,
      ...jobForecast(row, paces),
      ...(row.review !== null && row.outputSizeBytes !== null ? { encodeBytes: row.outputSizeBytes } : {}),
    })),
  };
}
