import { deepStrictEqual as same } from "node:assert/strict";
import type { Job } from "../../jobs/schema.ts";
import type { RippedFile, StoredRip } from "../rip_schema.ts";
import { encodeProgress } from "./encode_progress.ts";

const rip = (jobIds: (string | undefined)[]): StoredRip =>
  ({
    selectedTitleIds: jobIds.map((_, at) => at),
    files: jobIds.map((jobId, titleId) => ({ titleId, jobId, path: "/t.mkv" }) as RippedFile),
  }) as StoredRip;

const job = (id: string, status: Job["status"], percent?: number): Job =>
  ({
    ...{ id, status },
    ...(percent === undefined ? {} : { progress: { percent, etaSeconds: 60 } }),
  }) as Job;

Deno.test("the progress of encodes is that of the title at hand, and its time that of the last one", () => {
  const three = rip(["a", "b", "c"]);
  const waiting = [job("a", "queued"), job("b", "queued"), job("c", "queued")];
  same(encodeProgress(three, waiting), { step: "Waiting for the encode", percent: 0, titleIndex: 1, titleCount: 3 });
  same(encodeProgress(three, [job("a", "done"), job("b", "encoding", 40), job("c", "queued")]), {
    ...{ step: "Encoding", percent: 40, titleIndex: 2, titleCount: 3 },
  });
  same(encodeProgress(three, [job("a", "done"), job("b", "failed"), job("c", "encoding", 5)]), {
    ...{ step: "Encoding", percent: 5, titleIndex: 3, titleCount: 3, etaSeconds: 60 },
  });
  // A removed job is treated as finished.
  same(encodeProgress(three, [job("c", "done")])?.percent, 100);
});

Deno.test("a rip without encodes has no progress of them", () => {
  same(encodeProgress(rip([]), []), undefined);
  same(encodeProgress(rip([undefined]), [job("a", "encoding", 1)]), undefined);
});
