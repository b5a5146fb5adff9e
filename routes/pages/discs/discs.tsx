import type { BoxSet } from "../../../lib/discs/box_set_schema.ts";
import type { ImportAccess } from "../../../lib/discs/delivery/model.ts";
import type { DriveCandidate } from "../../../lib/discs/drive_schema.ts";
import type { Rip } from "../../../lib/discs/rip_schema.ts";
import { count } from "../../../lib/kit/format.ts";
import type { ExpectedDisc } from "../../../lib/library/barcodes/model.ts";
import { hx, hxForm } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { Empty, Note, Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { ExpectedDiscs } from "../library/scan/expected_discs.tsx";
import { BoxSets } from "./box_set_rows.tsx";
import { type DiscNeeds, DiscSources, DiscStart, ImportFolder, RipperText } from "./disc_sources.tsx";
import { DriveCards } from "./drive_cards.tsx";
import { RipRows } from "./rip_rows.tsx";

/** Data of the page with drives, discs and box sets. */
export interface DiscsData extends DiscNeeds {
  rips: Rip[];
  sets: BoxSet[];
  candidates: DriveCandidate[];
  /** True if the list of wanted discs exists. */
  wanted?: boolean;
  /** Discs whose barcodes were scanned. Absent if the feature is disabled. */
  expected?: ExpectedDisc[];
  /** Access of the managers to the import folder. Absent until it is requested. */
  access?: ImportAccess;
}

/** Page of drives, discs and box sets. */
export function DiscsPage(data: DiscsData) {
  const link = useLink();
  return (
    <Page
      title="Discs"
      live="discs"
      lead="Rip Blu-ray discs, DVDs and CDs, encode them, and import the results."
      actions={
        <>
          {data.expected !== undefined && <a class="button" href={link("/scan")}>Scan a barcode</a>}
          {data.wanted && <a class="button" href={link("/wanted")}>Wanted discs</a>}
          <form {...hxForm(link("/api/disc/detect"), { done: "The drives were checked." })}>
            <button type="submit" class="primary" disabled={!data.status.enabled}>
              <Icon name="search" size={18} />Detect discs
            </button>
          </form>
        </>
      }
    >
      {!data.status.enabled && (
        <Note>
          Drives are not watched because disc ripping is disabled. Enable it under{" "}
          <a href={link("/settings/discs#discs")}>Settings</a>. Images can still be opened.
        </Note>
      )}
      <div
        id="discs"
        class="redrawn stack"
        {...hx({
          get: link("/discs?part=lists"),
          trigger: "lists from:body delay:150ms",
          swap: "innerMorph",
          target: "this",
          sync: "this:queue last",
        })}
      >
        <DiscLists {...data} />
      </div>
      <DiscSources candidates={data.candidates} />
      <ImportFolder access={data.access} />
    </Page>
  );
}

/** The part of the page that is updated when a drive, disc or box set changes. */
export function DiscLists({ status, connected, usesMakemkv, rips, sets, expected }: DiscsData) {
  const isNew = rips.length === 0 && sets.length === 0;
  const { drives, driveError, ripper } = status;
  return (
    <>
      {isNew && <DiscStart status={status} connected={connected} usesMakemkv={usesMakemkv} />}
      {!isNew && usesMakemkv && (!ripper.available || ripper.keyExpired) && (
        <Note tone={ripper.keyExpired ? "warn" : "info"}>
          MakeMKV: <RipperText status={status} />
        </Note>
      )}
      {driveError && <Note tone="warn">{`The drives could not be read: ${driveError}`}</Note>}
      {drives.length > 0 && (
        <section aria-labelledby="drives-h">
          <div class="section-head">
            <h2 id="drives-h">Drives</h2>
            <span class="quiet small">{count(drives.length, "drive")}</span>
          </div>
          <DriveCards drives={drives} rips={rips} sets={sets} />
        </section>
      )}
      {sets.length > 0 && <BoxSets sets={sets} />}
      {rips.length > 0 && (
        <section class="section" aria-labelledby="rips-h">
          <div class="section-head">
            <h2 id="rips-h">Discs and rips</h2>
            <span class="quiet small">{count(rips.length, "disc")}</span>
          </div>
          <RipRows rips={rips} />
        </section>
      )}
      {expected !== undefined && expected.length > 0 && <ExpectedDiscs discs={expected} />}
      {isNew && drives.length > 0 && (
        <Empty title="No discs yet">
          <p>Insert a disc into a drive, or open an image below.</p>
        </Empty>
      )}
    </>
  );
}
