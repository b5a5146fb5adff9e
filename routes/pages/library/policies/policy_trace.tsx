import { bytes } from "../../../../lib/kit/format.ts";
import type { PolicyTrace } from "../../../../lib/library/policies/plan_model.ts";
import { Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

const RESULTS: Record<PolicyTrace["policies"][number]["result"], string> = {
  excluded: "Not included",
  takes: "Includes it",
  too_late: "After another policy",
};

/** Page of the reasons for the decision about one file. */
export function PolicyTracePage({ trace: { file, policies, decision } }: { trace: PolicyTrace }) {
  const link = useLink();
  return (
    <Page
      title={file.subtitle === undefined ? file.title : `${file.title}: ${file.subtitle}`}
      lead={`${file.localPath}, ${bytes(file.sizeBytes)}`}
      actions={<a class="button" href={link("/policies")}>All policies</a>}
    >
      <section class="section card stack" aria-labelledby="decision-h">
        <h2 id="decision-h">Decision</h2>
        <p>{decision === undefined ? "No enabled policy includes this file." : decision.text}</p>
        {decision?.detail !== undefined && <p class="quiet">{decision.detail}</p>}
        {decision?.bytesAfter && (
          <p>{`Expected size: ${bytes(decision.bytesAfter[0])} to ${bytes(decision.bytesAfter[2])}.`}</p>
        )}
      </section>
      <section class="section card stack" aria-labelledby="trace-h">
        <h2 id="trace-h">Policies in order</h2>
        <table class="cards" aria-labelledby="trace-h">
          <thead>
            <tr>
              <th scope="col">Policy</th>
              <th scope="col">Result</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {policies.map(({ policyId, name, result, text }) => (
              <tr key={policyId}>
                <td class="lead">{name}</td>
                <td data-label="Result">{RESULTS[result]}</td>
                <td data-label="Reason">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Page>
  );
}
