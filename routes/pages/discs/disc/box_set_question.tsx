import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import { AskWithoutScript } from "../../../../lib/ui/ask_without_script.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Note } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/** Asks whether a disc belongs to a box set, and which of its discs it is. */
export function BoxSetQuestion({ rip }: { rip: Rip }) {
  if (rip.slot?.state === "unexpected") return <Unexpected rip={rip} slot={rip.slot} />;
  if (rip.batchOffer !== undefined) return <Offer rip={rip} offer={rip.batchOffer} />;
  return rip.batchId === undefined ? null : <Member rip={rip} />;
}

function Offer({ rip, offer }: { rip: Rip; offer: NonNullable<Rip["batchOffer"]> }) {
  const link = useLink();
  const answer = link(`/api/disc/rips/${rip.id}/batch`);
  const then = `/discs/${rip.id}`;
  return (
    <section class="card stack" aria-labelledby="offer-h">
      <h2 id="offer-h">Part of a box set?</h2>
      <p>
        {`This looks like ${
          offer.disc === undefined ? "another disc" : `disc ${offer.disc}`
        } of the box set ${offer.name}. ` +
          "In a box set, episodes are numbered continuously across discs."}
      </p>
      <div class="actions">
        <form {...hxForm(answer, { then })}>
          <input type="hidden" name="accept:boolean" value="true" />
          <button type="submit" class="primary">Join box set</button>
        </form>
        <form {...hxForm(answer, { then })}>
          <input type="hidden" name="accept:boolean" value="false" />
          <button type="submit">No, rip it separately</button>
        </form>
      </div>
    </section>
  );
}

function Unexpected({ rip, slot }: { rip: Rip; slot: NonNullable<Rip["slot"]> }) {
  const link = useLink();
  const file = link(`/api/disc/rips/${rip.id}/slot`);
  const then = `/discs/${rip.id}`;
  const { disc, expectedDisc, reason } = slot;
  return (
    <section class="card stack" aria-labelledby="slot-h">
      <h2 id="slot-h">Not the expected disc</h2>
      <Note tone="warn">
        {reason ??
          `This is disc ${disc}${expectedDisc === undefined ? "" : `, but disc ${expectedDisc} was expected`}.`}
      </Note>
      <div class="actions">
        <form {...hxForm(file, { then })} class="inline-form wraps">
          <label for="slot-disc">Disc number</label>
          <input
            id="slot-disc"
            class="short"
            name="disc:number"
            type="number"
            min={1}
            max={1000}
            value={disc}
            required
          />
          <label class="check small">
            <input type="checkbox" name="replace:boolean" value="true" />
            Replace the disc that already has this number
          </label>
          <button type="submit" class="primary">Assign disc</button>
        </form>
        <form
          {...hxForm(file, {
            then: "/discs",
            confirm: "Reject this disc? It is ejected, and everything copied from it is deleted.",
          })}
        >
          <input type="hidden" name="reject:boolean" value="true" />
          <AskWithoutScript>Eject the disc and delete its copies</AskWithoutScript>
          <button type="submit" class="danger">Reject disc</button>
        </form>
      </div>
    </section>
  );
}

function Member({ rip }: { rip: Rip }) {
  const link = useLink();
  return (
    <p>
      {rip.slot === undefined ? "This disc belongs to a box set." : `This is disc ${rip.slot.disc} of a box set.`}{" "}
      <a href={link(`/discs#set-${rip.batchId}`)}>Show box set</a>
    </p>
  );
}
