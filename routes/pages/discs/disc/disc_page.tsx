import { hx } from "../../../../lib/ui/hx.ts";
import { Backdrop } from "../../../../lib/ui/components/picture.tsx";
import { Note, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { isOpen, ripFacts, ripTitle } from "../rip_state.tsx";
import { CdBody } from "../cd/cd_body.tsx";
import type { DiscData } from "./disc_data.ts";
import { BoxSetQuestion } from "./box_set_question.tsx";
import { DiscActions, DiscHead } from "./disc_head.tsx";
import { DiscMatch } from "./disc_match.tsx";
import { RippedFiles } from "./ripped_files.tsx";
import { StartBar } from "./start_bar.tsx";
import { ShareQuestion } from "./share_question.tsx";
import { ChooseTitles } from "./choose_titles.tsx";

/** Page of one disc: its title, the selection, and the results. */
export function DiscPage(data: DiscData) {
  const { rip } = data;
  const link = useLink();
  const title = ripTitle(rip);
  return (
    <Page
      title={title}
      live={`disc:${rip.id}`}
      lead={ripFacts(rip)}
      actions={<a class="button" href={link("/discs")}>All discs</a>}
    >
      <div
        id="disc"
        class="redrawn stack"
        {...hx({
          get: link(`/discs/${rip.id}?${redrawQuery(data)}`),
          trigger: "lists from:body delay:150ms",
          swap: "innerMorph",
          target: "this",
          sync: "this:queue last",
        })}
      >
        <DiscBody {...data} />
      </div>
      <StartBar {...data} />
    </Page>
  );
}

/** The query keeps the search when an event updates the page. */
const redrawQuery = ({ search }: DiscData): string =>
  new URLSearchParams({ part: "disc", ...(search?.q === undefined ? {} : { q: search.q }) }).toString();

/** The page below the heading, which is updated when the disc changes. */
export function DiscBody(data: DiscData) {
  const { rip } = data;
  return (
    <>
      <div class="card flush has-backdrop disc-cover">
        <Backdrop url={data.backdrop} />
        <div id="disc-head">
          <DiscHead rip={rip} />
        </div>
      </div>
      <DiscActions rip={rip} />
      <BoxSetQuestion rip={rip} />
      {data.contribution !== undefined && <ShareQuestion rip={rip} contribution={data.contribution} />}
      {rip.warnings.length > 0 && (
        <Note tone="warn">
          <ul>{rip.warnings.map((warning) => <li key={warning}>{warning}</li>)}</ul>
        </Note>
      )}
      {rip.files.length > 0 && <RippedFiles rip={rip} />}
      {rip.cd !== undefined && <CdBody {...data} />}
      {rip.cd === undefined && rip.titles.length > 0 && <DiscMatch {...data} />}
      {rip.cd === undefined && rip.titles.length > 0 && <ChooseTitles {...data} isOpen={isOpen(rip)} />}
      <DiscLog log={rip.log} />
    </>
  );
}

const SHOWN_LINES = 6;

function DiscLog({ log }: { log: string[] }) {
  if (log.length === 0) return null;
  return (
    <section class="section" aria-labelledby="log-h">
      <div class="section-head">
        <h2 id="log-h">Log</h2>
      </div>
      <pre class="code" tabindex={0} aria-label="End of the log">{log.slice(-SHOWN_LINES).join("\n")}</pre>
      {log.length > SHOWN_LINES && (
        <details>
          <summary>{`Full log, ${log.length} lines`}</summary>
          <pre class="code log-lines" tabindex={0} aria-label="Full log">{log.join("\n")}</pre>
        </details>
      )}
    </section>
  );
}
