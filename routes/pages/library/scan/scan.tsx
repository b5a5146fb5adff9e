import type { BarcodeLookup, ExpectedDisc } from "../../../../lib/library/barcodes/model.ts";
import { Picture } from "../../../../lib/ui/components/picture.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Note, Page } from "../../../../lib/ui/layout.tsx";
import { useLink, useView } from "../../../../lib/ui/render.tsx";
import { titleText } from "./title_text.ts";
import { ExpectedDiscs } from "./expected_discs.tsx";

/** Data of the scan page. */
export interface ScanData {
  /** Typed or scanned code. Empty before the first scan. */
  code: string;
  found?: BarcodeLookup;
  /** Reason why nothing was found. */
  problem?: string;
  expected: ExpectedDisc[];
  /** Disc that has just been confirmed. */
  added: ExpectedDisc | undefined;
  connected: Record<ExpectedDisc["kind"], boolean>;
}

/** Page to scan a barcode, with its lookup result and the choice of a title. */
export function ScanPage(data: ScanData) {
  const { code, found, problem, added, expected } = data;
  const link = useLink();
  const { assets } = useView();
  const asset = (name: string) => link(`/static/${assets[name] ?? name}`);
  return (
    <Page
      title="Scan a barcode"
      lead="Identify a disc before you insert it. Lathe uses the match when it detects the disc."
    >
      <div class="stack scan">
        {added && <Note>{`${titleText(added)} was added to the expected discs. Scan the next one.`}</Note>}
        <form
          method="get"
          action={link("/scan")}
          class="card stack"
          data-scan={added ? "now" : "later"}
          data-handled={added?.code}
        >
          <video data-camera={asset("frame_reader.js")} playsInline muted hidden aria-label="Camera"></video>
          <p class="quiet" role="status" data-camera-status>Enter the number below the barcode, or use the camera.</p>
          <button type="button" class="primary" data-camera hidden>Use the camera</button>
          <label class="field">
            Number below the barcode
            <input name="code" value={code} inputMode="numeric" autocomplete="off" maxLength={64} required />
          </label>
          <button type="submit">Look up</button>
        </form>
        {problem !== undefined && (
          <Note tone="warn">
            {problem} <a href={link("/search")}>Search for the title</a>
          </Note>
        )}
        {found && <Found {...data} found={found} />}
        <PhoneCode />
        {expected.length > 0 && <ExpectedDiscs discs={expected} />}
      </div>
      <script type="module" src={asset("scan.js")}></script>
    </Page>
  );
}

function Found({ found, connected, code }: ScanData & { found: BarcodeLookup }) {
  const { product, inLibrary, lookup, errors, limits } = found;
  const link = useLink();
  const others = lookup.filter(({ externalId }) => externalId !== inLibrary?.externalId);
  return (
    <section class="stack" aria-labelledby="found-h">
      <h2 id="found-h">{titleText(product)}</h2>
      <p class="quiet">{product.product}</p>
      {errors.map((text) => <Note tone="warn">{text}</Note>)}
      <ul class="plain stack">
        {inLibrary !== null && (
          <Choice
            {...{ code, product, title: inLibrary, arrId: inLibrary.id, note: "In the library" }}
            externalId={inLibrary.externalId}
            isFirst
          />
        )}
        {others.map((title, at) => (
          <Choice
            {...{ code, product, title, externalId: title.externalId, arrId: title.arrId }}
            poster={title.poster}
            isFirst={inLibrary === null && at === 0}
            note={title.arrId !== undefined
              ? "In the library"
              : connected[title.kind]
              ? "Not in the library; will be added"
              : undefined}
          />
        ))}
      </ul>
      {inLibrary === null && others.length === 0 && (
        <Note>
          No manager found this title.{" "}
          <a href={link(`/search?q=${encodeURIComponent(product.title)}`)}>Search for it</a>
        </Note>
      )}
      {limits && product.source === "product" && (
        <p class="quiet small">{`${limits.remaining} lookups remaining today.`}</p>
      )}
    </section>
  );
}

interface ChoiceProps {
  code: string;
  product: BarcodeLookup["product"];
  title: { kind: ExpectedDisc["kind"]; title: string; year?: number | undefined };
  externalId?: string | undefined;
  arrId?: number | undefined;
  poster?: string | undefined;
  note: string | undefined;
  isFirst?: boolean;
}

/** A possible title with a button that confirms it. */
function Choice(
  { code, product, title: { kind, title, year }, externalId, arrId, poster, note, isFirst }: ChoiceProps,
) {
  const link = useLink();
  const { seasonNumber, format } = product;
  const hidden: [string, string | number | undefined][] = [
    ["code", code],
    ["kind", kind],
    ["title", title],
    ["year:number", year],
    ["externalId", externalId],
    ["arrId:number", arrId],
    ["seasonNumber:number", kind === "series" ? seasonNumber : undefined],
    ["format", format],
    ["product", product.product.slice(0, 500)],
  ];
  return (
    <li class="card scan-choice">
      {poster !== undefined && <Picture url={poster} title={title} width={60} height={90} />}
      <div>
        <strong>{titleText({ title, year, seasonNumber: kind === "series" ? seasonNumber : undefined })}</strong>
        {note !== undefined && <p class="quiet small">{note}</p>}
        <form {...hxForm(link("/api/barcode/expected"), { then: "/scan?added={id}" })}>
          {hidden.filter(([, value]) => value !== undefined).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <button type="submit" class={isFirst ? "primary" : undefined}>Confirm this title</button>
        </form>
      </div>
    </li>
  );
}

function PhoneCode() {
  const link = useLink();
  return (
    <details class="card">
      <summary>Open this page on a phone</summary>
      <div class="stack">
        <img src={link("/api/scan/qr.svg")} width={220} height={220} loading="lazy" alt="QR code of this page" />
        <p class="quiet small">
          Keep this code private: if a login is required, the first phone that scans it within ten minutes is logged in.
        </p>
      </div>
    </details>
  );
}
