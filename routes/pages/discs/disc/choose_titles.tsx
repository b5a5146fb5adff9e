import { titleFiles } from "../../../../lib/discs/choose/title_file.ts";
import type { Rip, RipEstimate } from "../../../../lib/discs/rip_schema.ts";
import { bytes, count, duration } from "../../../../lib/kit/format.ts";
import { CheckField, SelectField } from "../../../../lib/ui/field.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Note } from "../../../../lib/ui/layout.tsx";
import { type Choice, ChoiceOptions } from "../../../../lib/ui/choice_options.tsx";
import { SizeEstimateLines } from "../../../../lib/ui/components/size_estimate.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { SaveChoice } from "../choice_fields.tsx";
import type { DiscData } from "./disc_data.ts";
import { TitleRow } from "./title_row.tsx";
import { TitleTable } from "./title_table.tsx";

/** Titles of the disc. If they can still be selected, also the fields to choose their tracks and profiles. */
export function ChooseTitles({ rip, profiles, estimate, isOpen }: DiscData & { isOpen: boolean }) {
  return (
    <section class="section" aria-labelledby="titles-h" id="titles">
      <div class="section-head">
        <h2 id="titles-h">Titles</h2>
        <div class="actions">
          <span class="quiet small">{`${rip.counts.selected} of ${count(rip.titles.length, "title")} selected`}</span>
          {isOpen && rip.media.kind === "series" && rip.episodeMapSource !== "order" && <NumberInOrder rip={rip} />}
        </div>
      </div>
      {isOpen ? <ChoiceForm rip={rip} profiles={profiles} estimate={estimate} /> : <TitleTable rip={rip} />}
    </section>
  );
}

/** Resets episode numbers that were entered or looked up. Unsaved input is lost, because the page is reloaded. */
function NumberInOrder({ rip: { id, episodeMapSource = "order" } }: { rip: Rip }) {
  const link = useLink();
  return (
    <form {...hxForm(link(`/api/disc/rips/${id}`), { then: `/discs/${id}` })} class="inline-form">
      <input type="hidden" name="episodeMap:map" value="" />
      <span class="quiet small">{NUMBERED[episodeMapSource]}</span>
      <button type="submit">Renumber in disc order</button>
    </form>
  );
}

const NUMBERED: Record<NonNullable<Rip["episodeMapSource"]>, string> = {
  user: "Numbered manually",
  discdb: "Numbered by TheDiscDb",
  sharedb: "Numbered by the shared index",
  lengths: "Numbered by episode lengths",
  order: "",
};

/** Each change is saved immediately. *Start* sends all fields again, for browsers without JavaScript. */
function ChoiceForm({ rip, profiles, estimate }: Pick<DiscData, "rip" | "profiles" | "estimate">) {
  const link = useLink();
  const { id, titles } = rip;
  const files = titleFiles(rip);
  return (
    <form
      id="choice"
      class="stack"
      data-behaviour="discChoice"
      data-numbers={rip.episodeMapSource}
      {...hxForm(link(`/api/disc/rips/${id}/start`), { then: `/discs/${id}` })}
    >
      <SaveChoice id={id} />
      <input type="hidden" name="selectedTitleIds:numbers" value="" />
      {["episodeMap", "titleRoles", "selectedAudio", "selectedSubtitles"].map((map) => (
        <input key={map} type="hidden" name={`${map}:map`} value="" />
      ))}
      <AudioMode rip={rip} />
      <ol class="disc-titles">
        {titles.map((title) => <TitleRow key={title.id} rip={rip} title={title} file={files.get(title.id)} />)}
      </ol>
      <div class="card stack">
        <h2>After ripping</h2>
        <Follow rip={rip} profiles={profiles} />
        <Estimate rip={rip} estimate={estimate} />
      </div>
    </form>
  );
}

function AudioMode({ rip: { audioMode } }: { rip: Rip }) {
  return (
    <div class="audio-mode">
      <SelectField
        name="audioMode"
        label="Audio"
        value={audioMode}
        options={[
          ["best", "Best per language, no commentary"],
          ["all", "All tracks"],
          ["custom", "Selected per title"],
        ]}
      />
    </div>
  );
}

function Follow({ rip, profiles }: { rip: Rip; profiles: readonly Choice[] }) {
  const { options, profileId } = rip;
  return (
    <>
      <div class="fields">
        <div class="field">
          <label for="f-profileId">Encode with</label>
          <select id="f-profileId" name="profileId:text??">
            {profileId === undefined && <option value="">Default profile</option>}
            <ChoiceOptions choices={profiles} selected={profileId} />
          </select>
        </div>
      </div>
      <div class="checks">
        <CheckField name="options.transcode" label="Encode the titles" checked={options.transcode} />
        <CheckField name="options.deliver" label="Import the files" checked={options.deliver} />
        <CheckField name="options.eject" label="Eject the disc when done" checked={options.eject} />
        <CheckField name="options.keepRaw" label="Keep the raw copies" checked={options.keepRaw} />
        <CheckField
          name="options.importRejected"
          label="Also import files that are not upgrades"
          checked={options.importRejected === true}
        />
      </div>
    </>
  );
}

function Estimate({ rip, estimate }: { rip: Rip; estimate?: RipEstimate }) {
  if (rip.selectedTitleIds.length === 0) return <Note>Nothing is selected. Select the titles to copy.</Note>;
  if (estimate === undefined) return null;
  const { ripBytes, titleCount, durationSeconds, ripSeconds, transcode } = estimate;
  return (
    <div id="disc-estimate" class="disc-estimate" role="status">
      <div>
        <p class="size-line">
          <strong>{`≈ ${bytes(ripBytes)}`}</strong>
          <span class="quiet small">
            {`copied from the disc: ${count(titleCount, "title")}, ${duration(durationSeconds)}`}
          </span>
        </p>
        {ripSeconds !== undefined && <p class="quiet small">{`takes about ${duration(ripSeconds)}`}</p>}
      </div>
      {transcode && (
        <div>
          <p class="quiet small">Encoded</p>
          <SizeEstimateLines estimate={{ ...transcode, sourceBytes: ripBytes }} />
        </div>
      )}
    </div>
  );
}
