import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Note } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/**
 * Read offset with which the tracks would be accurate, and a button that sets it for the drive. `set` is the current
 * offset of the drive.
 */
export function OfferedOffset({ rip, set }: { rip: Rip; set: number | undefined }) {
  const link = useLink();
  const offset = rip.cd?.accurateRip?.readOffset;
  if (offset === undefined) return null;
  // A drive without a name cannot be recognised later.
  const drive = rip.driveName;
  const samples = `${offset > 0 ? "+" : ""}${offset} samples`;
  if (offset === set) {
    return <Note tone="info">{`The read offset is set to ${samples}. Rip this CD again to get accurate tracks.`}</Note>;
  }
  return (
    <section class="card stack" aria-labelledby="offset-h">
      <h2 id="offset-h">Set the drive's read offset?</h2>
      <p>
        {`No track matches AccurateRip, but with a read offset of ${samples} the tracks would match. Drives read a few ` +
          "samples too early or too late; the offset corrects this for every CD. "}
        {drive === undefined ? "It applies to all drives." : `It applies to every drive of the model ${drive}.`}
      </p>
      <form
        {...hxForm(link(drive === undefined ? "/api/settings" : "/api/disc/read-offsets"), {
          method: "put",
          then: `/discs/${rip.id}`,
        })}
      >
        {drive !== undefined && <input type="hidden" name="drive" value={drive} />}
        <input
          type="hidden"
          name={drive === undefined ? "disc.cd.readOffset:number" : "readOffset:number"}
          value={offset}
        />
        <button type="submit" class="primary">{`Set offset to ${samples}`}</button>
      </form>
    </section>
  );
}
