import { join } from "node:path";

/** The file that holds a job's log. */
export const jobLogPath = (folder: string, jobId: string): string => join(folder, `${jobId}.log`);
