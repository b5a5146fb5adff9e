import { useEffect, useState } from "preact/hooks";
import { type RuleMatch, RuleMatches } from "../../lib/ui/components/rule_matches.tsx";
import { call, errorText } from "../call.ts";
import type { SmartDraft } from "./smart_model.ts";

const TEST_DELAY_MS = 400;

/** Tests the current rules on library titles, shortly after the last change. */
export function RuleTest({ draft }: { draft: SmartDraft }) {
  const [q, setQ] = useState("");
  const [matches, setMatches] = useState<RuleMatch[]>();
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(true);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    setReading(true);
    const timer = setTimeout(async () => {
      try {
        setMatches(await call("/api/smart-profiles/test", { method: "POST", body: { smart: draft, q }, signal }));
        setProblem(undefined);
        setReading(false);
      } catch (error) {
        if (signal.aborted) return;
        setProblem(errorText(error));
        setReading(false);
      }
    }, TEST_DELAY_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [draft, q]);
  return (
    <section class="section rule-test" aria-labelledby="rule-test-h" aria-busy={isReading}>
      <div class="section-head">
        <h2 id="rule-test-h">On your library</h2>
        <label class="rule-test-search">
          <span class="visually-hidden">Only titles with</span>
          <input
            type="search"
            placeholder="Search titles"
            value={q}
            onInput={(event) => setQ(event.currentTarget.value)}
            autocomplete="off"
          />
        </label>
      </div>
      <p class="quiet small" role="status">
        {isReading ? "Reading the files …" : "The newest titles, as the rules above are now; nothing is encoded."}
      </p>
      {(matches || problem !== undefined) && <RuleMatches matches={matches ?? []} problem={problem} />}
    </section>
  );
}
