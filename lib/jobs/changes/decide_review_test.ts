import { deepStrictEqual as same, match, rejects } from "node:assert/strict";
import { insertJobs } from "../../../db/jobs/job_insert.ts";
import { jobRepository } from "../../../db/jobs/jobs.ts";
import { jobRow } from "../../../tests/fixtures/job_rows.ts";
import { JOB, withKeptBoth } from "../../../tests/fixtures/kept_both.ts";
import { openQueue } from "../../../tests/fixtures/queue.ts";
import { fileContents } from "../../../tests/kit/file_contents.ts";

Deno.test("keeping both files moves nothing, ends the question, and can be taken back", () =>
  withKeptBoth(async ({ configDir, media }) => {
    const before = await fileContents(media);
    await using queue = await openQueue({ configDir, start: false });
    same(await queue.jobs.reviewPlace(), { before: 0, next: JOB });
    same((await queue.jobs.decideReview(JOB, "keep-both")).review, "kept");
    await rejects(queue.jobs.decideReview(JOB, "keep-both"), { code: "bad_state", message: /already kept/ });
    same([await queue.jobs.reviewPlace(), (await queue.jobs.queueState()).undecided], [{ before: 0 }, 0]);
    same((await queue.jobs.decideReview(JOB, "review")).review, "undecided");
    await rejects(queue.jobs.decideReview(JOB, "review"), { code: "bad_state", message: /waiting for a decision/ });
    same(await fileContents(media), before);
  }));

Deno.test("a decision is refused while files are compared, after it, and for an unknown job", () =>
  withKeptBoth(async ({ configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    const { patch } = jobRepository(queue.store);
    await patch(JOB, { review: "replacing" });
    await rejects(queue.jobs.decideReview(JOB, "keep-both"), { code: "bad_state", message: /about to replace/ });
    await patch(JOB, { review: null });
    await rejects(queue.jobs.decideReview(JOB, "keep-both"), { code: "bad_state", message: /no finished encode/ });
    await rejects(queue.jobs.decideReview("nobody", "keep-both"), { code: "not_found" });
    await rejects(queue.jobs.reviewPlace("nobody"), { code: "not_found" });
  }));

for (const action of ["delete-encode", "keep-both", "replace"] as const) {
  Deno.test(`${action} of many jobs decides about each as for a single one, and names those that it refused`, () =>
    withKeptBoth(async ({ configDir }) => {
      await using queue = await openQueue({ configDir, start: false });
      await queue.store.write((tx) => insertJobs(tx, [jobRow({ id: "j2", status: "done" })]));
      const { changed, errors } = await queue.jobs.change({ ids: ["j2", JOB, "nobody"], action });
      same([changed, errors.map(({ id, code }) => [id, code])], [1, [["j2", "bad_state"], ["nobody", "not_found"]]]);
      match(errors[0]?.message ?? "", /Film j2 has no finished encode/);
      const { review } = await queue.jobs.get(JOB);
      same(review, { "delete-encode": undefined, "keep-both": "kept", replace: "replacing" }[action]);
    }));
}
