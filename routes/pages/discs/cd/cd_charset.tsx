import type { CdInfo } from "../../../../lib/discs/cd_schema.ts";
import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import { nextRipState } from "../../../../lib/discs/rip_states.ts";
import { NAME_CHARSETS } from "../../../../lib/media/cue_sheet/charsets.ts";
import { SelectField } from "../../../../lib/ui/field.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { useLink } from "../../../../lib/ui/render.tsx";

/** True if the album names may come from texts that do not specify their character set. */
const hasBareTexts = ({ source, nameCharset }: Rip, { releases }: CdInfo): boolean =>
  source.startsWith("iso:") || nameCharset !== undefined || releases.some((release) => release.source === "cddb");

/**
 * Field that selects the character set of a CD image's .cue or .toc file, or of CDDB entries. A change reads the disc
 * again.
 */
export function CdCharset({ rip, cd }: { rip: Rip; cd: CdInfo }) {
  const link = useLink();
  if (!hasBareTexts(rip, cd) || nextRipState(rip.status, "scan") === undefined) return null;
  const { doubtfulCharset } = cd;
  return (
    <details class="section" open={doubtfulCharset !== undefined}>
      <summary>Character set of the names</summary>
      <form
        {...hxForm(link(`/api/disc/rips/${rip.id}/scan`), { done: "The disc is being read again." })}
        class="card stack"
      >
        <SelectField
          name="nameCharset"
          label="Character set"
          optional
          value={rip.nameCharset ?? ""}
          options={[["", "Detect automatically"], ...Object.entries(NAME_CHARSETS)]}
          help={doubtfulCharset === undefined
            ? "Choose another one if names contain wrong letters, for example “Øe” instead of “ře”."
            : `Names were read as ${doubtfulCharset}, but there are too few letters to be sure.`}
        />
        <p>
          <button type="submit">Read names again</button>
        </p>
      </form>
    </details>
  );
}
