import type { ComponentChildren } from "preact";
import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import { HELD_STATES, nextRipState } from "../../../../lib/discs/rip_states.ts";
import { lacksMakemkv } from "../../../../lib/discs/rippers/choose_ripper.ts";
import { bytes, duration } from "../../../../lib/kit/format.ts";
import { AskWithoutScript } from "../../../../lib/ui/ask_without_script.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Note } from "../../../../lib/ui/layout.tsx";
import { Picture } from "../../../../lib/ui/components/picture.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { isWorking, mediaName, RipBadges, RipBar, ripTitle } from "../rip_state.tsx";
import { MakemkvLink } from "../disc_sources.tsx";
import { StepForm } from "../rip_rows.tsx";
import { Moment } from "../../../../lib/ui/components/moment.tsx";
import { CopyButton } from "../../../../lib/ui/components/copy_button.tsx";

/** State, progress and figures, which are morphed during the copy. */
export function DiscHead({ rip }: { rip: Rip }) {
  return (
    <section class="card title-head" aria-label="State" data-disc={rip.discType}>
      <Picture url={rip.media.poster} title={rip.media.title} width={120} height={rip.discType === "cd" ? 120 : 180} />
      <div class="stack disc-state">
        <RipBadges rip={rip} />
        <RipBar rip={rip} />
        {rip.error && (
          <Note tone="bad">
            <p>{rip.error}</p>
            {lacksMakemkv(rip.error) && <GetMakemkv />}
          </Note>
        )}
        {rip.scanNote && rip.scanNote !== rip.error && <Note tone="warn">{rip.scanNote}</Note>}
        <Figures rip={rip} />
      </div>
    </section>
  );
}

function GetMakemkv() {
  const link = useLink();
  return (
    <p>
      <MakemkvLink />{" "}
      (<a href={link("/docs/install#makemkv-in-docker")}>in a container</a>), then scan the disc again. If it is already
      installed, set its path in the <a href={link("/settings/discs#discs")}>disc settings</a>.
    </p>
  );
}

function Figures({ rip }: { rip: Rip }) {
  const copied = rip.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const figures: [name: string, value: ComponentChildren][] = [
    [rip.discType === "cd" ? "Album" : "Title", rip.media.title === "" ? undefined : mediaName(rip.media)],
    ["Tracks on the disc", rip.cd && String(rip.cd.tracks.length)],
    ["Titles on the disc", rip.cd || rip.titles.length === 0 ? undefined : String(rip.titles.length)],
    ["Read with", rip.ripper && (rip.ripper.name === "open" ? "Lathe" : "MakeMKV")],
    ["Copied", copied === 0 ? undefined : bytes(copied)],
    ["Ripping time", rip.ripSeconds === undefined ? undefined : duration(rip.ripSeconds)],
    ["Finished", rip.finishedAt && <Moment at={rip.finishedAt} />],
    ["Source", rip.drivePath ?? rip.source.replace(/^(iso|dev|file):/, "")],
    ["Import folder", rip.deliveryDir],
  ];
  return (
    <>
      <dl class="facts">
        {figures.map(([name, value]) =>
          value !== undefined && (
            <div key={name} class={typeof value === "string" && value.length > 28 ? "wide" : ""}>
              <dt>{name}</dt>
              <dd class="path">
                {value}
                {typeof value === "string" && value.startsWith("/") && <CopyButton text={value} what="the path" />}
              </dd>
            </div>
          )
        )}
      </dl>
      {rip.ripper && rip.ripper.reason !== "" && <p class="quiet small">{rip.ripper.reason}</p>}
    </>
  );
}

/** Actions for the disc as a whole. */
export function DiscActions({ rip }: { rip: Rip }) {
  const { status } = rip;
  const isHeld = HELD_STATES.some((one) => one === status);
  const mayScan = nextRipState(status, "scan") !== undefined;
  const mayCancel = isWorking(rip) || status === "interrupted";
  return (
    <div class="actions" id="disc-actions">
      {mayScan && (
        <StepForm
          rip={rip}
          step="scan"
          label={rip.titles.length > 0 ? "Scan again" : "Scan"}
          primary={rip.titles.length === 0}
        />
      )}
      {mayCancel && <StepForm rip={rip} step="cancel" label="Cancel" />}
      {!isHeld && <ForgetForm rip={rip} />}
    </div>
  );
}

function ForgetForm({ rip }: { rip: Rip }) {
  const link = useLink();
  const hasFiles = rip.files.some((file) => file.import?.state !== "imported");
  return (
    <form
      {...hxForm(link(`/api/disc/rips/${rip.id}/forget`), {
        confirm: `Remove “${ripTitle(rip)}” from the list of discs?`,
        then: "/discs",
      })}
      class="inline-form wraps"
    >
      <AskWithoutScript>Remove this disc from the list</AskWithoutScript>
      <button type="submit" class="danger">Remove disc</button>
      {hasFiles && (
        <label class="check small">
          <input type="checkbox" name="files:boolean" value="true" />
          Also delete copies that were not imported
        </label>
      )}
    </form>
  );
}
