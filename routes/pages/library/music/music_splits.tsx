import { ago, count } from "../../../../lib/kit/format.ts";
import { type CueSplit, isOpen } from "../../../../lib/library/music/cue_splits/model.ts";
import { hx } from "../../../../lib/ui/hx.ts";
import { Empty, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/** All finished and running splits of disc images. */
export function SplitsPage({ splits, now }: { splits: CueSplit[]; now: Date }) {
  const link = useLink();
  return (
    <Page
      title="Split images"
      lead="Single-file albums with a cue sheet are split into tracks, which Lidarr imports. The original file is kept."
      actions={<a class="button" href={link("/music")}>Artists</a>}
    >
      {splits.length > 0 ? <SplitsLive splits={splits} now={now} part="all" /> : (
        <Empty title="No albums split yet">
          <p>
            Finished downloads in Lidarr's queue are checked automatically. You can also import a folder manually.
          </p>
        </Empty>
      )}
    </Page>
  );
}

/**
 * Table of splits. It polls every two seconds while a split is running. With `open`, it shows only running splits and
 * may be empty.
 */
export function SplitsLive({ splits, now, part }: { splits: CueSplit[]; now: Date; part: "all" | "open" }) {
  const link = useLink();
  const busy = splits.some(isOpen);
  const shown = part === "open" ? splits.filter(isOpen) : splits;
  const live = busy
    ? hx({ get: link(`/music/splits?part=${part}`), trigger: "every 2s", target: "this", swap: "outerMorph" })
    : {};
  return (
    <div id="splits" {...live}>
      {shown.length > 0 && (
        <div class="table-wrap section">
          <table class="cards" aria-label="Split images">
            <thead>
              <tr>
                <th scope="col">Album</th>
                <th scope="col" class="num">Tracks</th>
                <th scope="col">State</th>
                <th scope="col">Started</th>
              </tr>
            </thead>
            <tbody>{shown.map((split) => <SplitRow split={split} now={now} />)}</tbody>
          </table>
        </div>
      )}
    </div>
  );
}

const STATES = {
  found: ["waiting", undefined],
  splitting: ["splitting", "accent"],
  importing: ["importing", "accent"],
  done: ["done", "good"],
  failed: ["failed", "bad"],
} as const satisfies Record<CueSplit["state"], readonly [string, string | undefined]>;

function SplitRow({ split, now }: { split: CueSplit; now: Date }) {
  const { album, folder, tracks, encoding, state, progress, message, startedAt } = split;
  const [word, tone] = STATES[state];
  return (
    <tr>
      <td class="lead">
        {album}
        <p class="quiet small path">{folder}</p>
      </td>
      <td class="num" data-label="Tracks">{tracks}</td>
      <td data-label="State">
        <span class="badge" data-tone={tone}>{word}</span>
        {state === "splitting" && (
          <progress max={100} value={progress} aria-label={`${album}: ${count(tracks, "track")}`}>
            {`${progress} %`}
          </progress>
        )}
        {message && <p class="quiet small">{message}</p>}
        {encoding && encoding !== "utf-8" && <p class="quiet small">{`Cue sheet in ${encoding}`}</p>}
      </td>
      <td data-label="Started">{ago(startedAt, now)}</td>
    </tr>
  );
}
