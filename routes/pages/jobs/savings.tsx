import type { EstimateAccuracy } from "../../../lib/jobs/estimate_schema.ts";
import type { Savings } from "../../../lib/jobs/reports/savings.ts";
import { bytes, estimatedTime, saving } from "../../../lib/kit/format.ts";
import { Empty, Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { SavedByMonth, SavedNotes } from "./saved_notes.tsx";

const MONTHS = 24;

/** Space saved by encodes, and the accuracy of estimates. */
export function SavingsPage({ savings, accuracy, now }: { savings: Savings; accuracy: EstimateAccuracy; now: Date }) {
  const link = useLink();
  const { total, byMonth, byProfile, wouldFree } = savings;
  return (
    <Page
      title="Savings"
      lead="Space saved by encodes that replaced their originals, for all jobs in the history."
      actions={<a class="button" href={link("/disk-usage")}>Disk usage</a>}
    >
      {wouldFree.jobs > 0 && (
        <section class="card" aria-label="Possible savings">
          <SavedNotes savings={{ ...savings, binnedBytes: 0 }} />
        </section>
      )}
      {total.jobs === 0
        ? (
          <Empty title="No space saved yet">
            <p>
              Once encodes have replaced their originals, this page shows the space saved by month and by profile.
            </p>
          </Empty>
        )
        : (
          <>
            <section class="card section" aria-label="Total">
              <dl class="facts">
                <Fact name="Saved" value={bytes(total.savedBytes)} />
                <Fact
                  name="Size before"
                  value={`${bytes(total.inputBytes)} (${
                    saving(total.inputBytes, total.inputBytes - total.savedBytes)
                  })`}
                />
                {savings.binnedBytes > 0 && <Fact name="Still in the recycle bin" value={bytes(savings.binnedBytes)} />}
                <Fact name="Originals replaced" value={String(total.jobs)} />
                <Fact name="Encoding time" value={estimatedTime(total.encodeSeconds)} />
              </dl>
            </section>
            <div class="section pair">
              <section class="card stack" aria-labelledby="months-h">
                <h2 id="months-h">By month</h2>
                <SavedByMonth byMonth={byMonth} months={MONTHS} now={now} />
              </section>
              <section class="card stack" aria-labelledby="profiles-h">
                <h2 id="profiles-h">By profile</h2>
                <ProfileTable rows={byProfile} />
              </section>
            </div>
          </>
        )}
      <Accuracy accuracy={accuracy} />
    </Page>
  );
}

function ProfileTable({ rows }: { rows: Savings["byProfile"] }) {
  return (
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Profile</th>
          <th scope="col" class="num">Jobs</th>
          <th scope="col" class="num">Before</th>
          <th scope="col" class="num">Saved</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ profileName, jobs, inputBytes, savedBytes }) => (
          <tr>
            <td class="lead">{profileName}</td>
            <td class="num" data-label="Jobs">{jobs}</td>
            <td class="num" data-label="Before">{bytes(inputBytes)}</td>
            <td class="num" data-label="Saved">{bytes(savedBytes)}</td>
            <td data-label="Change">{saving(inputBytes, inputBytes - savedBytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Accuracy({ accuracy }: { accuracy: EstimateAccuracy }) {
  const { jobs, medianErrorPercent, p90ErrorPercent, withinBoundsPercent } = accuracy;
  if (jobs === 0) return null;
  return (
    <section class="section card stack" aria-labelledby="accuracy-h">
      <h2 id="accuracy-h">Estimate accuracy</h2>
      <dl class="facts">
        <Fact name="Jobs compared" value={String(jobs)} />
        <Fact name="Median error" value={`${medianErrorPercent} %`} />
        <Fact name="90th percentile error" value={`${p90ErrorPercent} %`} />
        <Fact name="Within the estimated range" value={`${withinBoundsPercent} %`} />
      </dl>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
