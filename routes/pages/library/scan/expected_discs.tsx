import type { ExpectedDisc } from "../../../../lib/library/barcodes/model.ts";
import { count } from "../../../../lib/kit/format.ts";
import { useLink } from "../../../../lib/ui/render.tsx";
import { titleText } from "./title_text.ts";

const FORMATS = { uhd: "UHD Blu-ray", bluray: "Blu-ray", dvd: "DVD", cd: "CD", vinyl: "Vinyl" };

/** Discs whose barcodes were scanned. */
export function ExpectedDiscs({ discs }: { discs: ExpectedDisc[] }) {
  const link = useLink();
  return (
    <section class="section" aria-labelledby="expected-h">
      <div class="section-head">
        <h2 id="expected-h">Expected discs</h2>
        <span class="quiet small">{count(discs.length, "disc")}</span>
      </div>
      <ul class="plain stack">
        {discs.map((disc) => (
          <li class="card expected-disc">
            <div>
              <strong>{titleText(disc)}</strong>
              <p class="quiet small">
                {[disc.format && FORMATS[disc.format], disc.code].filter((text) => text).join(" · ")}
                {disc.seenAt !== undefined && disc.ripId !== undefined && (
                  <>
                    {" · "}
                    <a href={link(`/discs/${disc.ripId}`)}>Show inserted disc</a>
                  </>
                )}
              </p>
            </div>
            <button
              type="button"
              aria-label={`Remove ${disc.title}`}
              hx-delete={link(`/api/barcode/expected/${disc.id}`)}
              hx-target="closest li"
              hx-swap="delete"
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
