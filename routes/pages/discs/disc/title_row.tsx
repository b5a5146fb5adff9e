import { PREVIEW_COUNT } from "../../../../lib/discs/previews/preview_count.ts";
import type { Rip, TitleRole } from "../../../../lib/discs/rip_schema.ts";
import type { DiscTitle } from "../../../../lib/discs/title_schema.ts";
import { bytes, count, duration } from "../../../../lib/kit/format.ts";
import { Note } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { PlayLink } from "./title_clip.tsx";
import { EXTRAS, languagesOf, TitleMarks } from "./title_marks.tsx";
import { AudioFields, SubtitleFields } from "./track_fields.tsx";

interface TitleProps {
  rip: Rip;
  title: DiscTitle;
}

interface TitleRowProps extends TitleProps {
  /** Output file name. */
  file: string | undefined;
}

/** Row of a title that can be selected, with frames, details, its role, and the tracks to keep. */
export function TitleRow({ rip, title, file }: TitleRowProps) {
  const { id, name, problem } = title;
  return (
    <li class="card disc-title" id={`title-${id}`}>
      <div class="disc-title-head">
        <label class="check">
          <input
            type="checkbox"
            name="selectedTitleIds:numbers"
            value={id}
            checked={rip.selectedTitleIds.includes(id)}
          />
          <span>
            <strong>{`Title ${id + 1}`}</strong>
            {name && name !== `Title ${id + 1}` && <span class="quiet">{` ${name}`}</span>}
          </span>
        </label>
        <span class="badges">
          <TitleMarks rip={rip} title={title} />
        </span>
      </div>
      {rip.ripper?.name === "open" && (
        <div class="disc-frames">
          <Pictures rip={rip} title={title} />
          <PlayLink rip={rip} title={title} />
        </div>
      )}
      <div class="stack disc-title-body">
        <Facts title={title} />
        {file !== undefined && rip.selectedTitleIds.includes(id) && <p class="quiet small path">{`Output: ${file}`}</p>}
        {problem && <Note tone="warn">{problem}</Note>}
        <RoleFields rip={rip} title={title} />
        <AudioFields rip={rip} title={title} />
        <SubtitleFields rip={rip} title={title} />
      </div>
    </li>
  );
}

/** Frames by which users can recognise an episode. */
function Pictures({ rip, title }: TitleProps) {
  const link = useLink();
  return (
    <div class="disc-pictures">
      {Array.from({ length: PREVIEW_COUNT }, (_, which) => (
        <img
          key={which}
          loading="lazy"
          decoding="async"
          src={link(`/api/disc/rips/${rip.id}/titles/${title.id}/picture?which=${which}`)}
          alt=""
          width={160}
          height={90}
        />
      ))}
    </div>
  );
}

function Facts({ title }: { title: DiscTitle }) {
  const { name, durationSeconds, sizeBytes, chapters, resolution, sourceFile, angle, audioTracks, subtitleTracks } =
    title;
  return (
    <div class="stack-tight">
      <p>
        <strong>{duration(durationSeconds)}</strong>
        <span class="quiet">
          {[
            "",
            bytes(sizeBytes),
            chapters > 0 ? count(chapters, "chapter") : "",
            resolution,
            angle === undefined ? "" : `angle ${angle}`,
            sourceFile !== undefined && name.includes(sourceFile) ? "" : sourceFile,
          ].filter((part, at) => at === 0 || part).join(" · ")}
        </span>
      </p>
      <Languages name="Audio" tracks={audioTracks} />
      <Languages name="Subtitles" tracks={subtitleTracks} />
    </div>
  );
}

function Languages({ name, tracks }: { name: string; tracks: Parameters<typeof languagesOf>[0] }) {
  if (tracks.length === 0) return null;
  return (
    <p class="badges">
      <span class="quiet small">{name}</span>
      {languagesOf(tracks).map((language) => <span key={language} class="badge">{language}</span>)}
    </p>
  );
}

/** Returns the role of a title, or its default if none is set. */
const roleOf = ({ media, titleRoles }: Rip, { id }: DiscTitle): TitleRole => {
  const role = titleRoles[String(id)];
  const isSeries = media.kind === "series";
  if (role === undefined || !isSeries && role.kind !== "extra") return { kind: isSeries ? "episode" : "feature" };
  return isSeries && role.kind === "feature" ? { kind: "episode" } : role;
};

/** Fields for the role of the title. The style sheet hides the fields of other roles. */
function RoleFields({ rip, title }: TitleProps) {
  const role = roleOf(rip, title);
  const isSeries = rip.media.kind === "series";
  const name = `titleRoles.${title.id}`;
  const id = `role-${title.id}`;
  const kinds = isSeries
    ? [["episode", "Episode"], ["special", "Special"], ["extra", "Extra"]] as const
    : [["feature", rip.media.kind === "movie" ? "Movie" : "Main title"], ["extra", "Extra"]] as const;
  const extra = role.kind === "extra" ? role : { type: "none" as const, name: undefined };
  return (
    <fieldset class="role-fields">
      <legend class="visually-hidden">{`Type of title ${title.id + 1}`}</legend>
      <div class="field">
        <label for={id}>Type</label>
        <select id={id} name={`${name}.kind`} class="role-kind">
          {kinds.map(([kind, label]) => <option key={kind} value={kind} selected={kind === role.kind}>{label}</option>)}
        </select>
      </div>
      {isSeries && <EpisodeFields rip={rip} title={title} />}
      {isSeries && (
        <div class="field of-special">
          <label for={`${id}-special`}>Episode number in season 0</label>
          <input
            id={`${id}-special`}
            name={`${name}.episode:number`}
            type="number"
            min={0}
            value={role.kind === "special" ? role.episode : 1}
          />
        </div>
      )}
      <div class="field of-extra">
        <label for={`${id}-type`}>Extra type</label>
        <select id={`${id}-type`} name={`${name}.type`} class="extra-type">
          {EXTRAS.map(([type, label]) => <option key={type} value={type} selected={type === extra.type}>{label}
          </option>)}
        </select>
      </div>
      <div class="field of-extra of-name">
        <label for={`${id}-name`}>Name</label>
        <input id={`${id}-name`} name={`${name}.name:text??`} value={extra.name ?? ""} maxLength={200} />
      </div>
    </fieldset>
  );
}

/** Episode number, and a second one for a double episode. */
function EpisodeFields({ rip, title }: TitleProps) {
  const numbers = [rip.episodeMap[String(title.id)] ?? []].flat();
  const shown = Array.from({ length: Math.max(2, numbers.length) }, (_, at) => numbers[at]);
  return (
    <div class="field of-episode">
      <label for={`episode-${title.id}-0`}>Episode</label>
      <span class="episode-fields">
        {shown.map((number, at) => (
          <input
            key={at}
            id={`episode-${title.id}-${at}`}
            name={`episodeMap.${title.id}:numbers??`}
            type="number"
            min={0}
            max={100_000}
            value={number}
            aria-label={at === 0 ? undefined : `Episode ${at + 1} in title ${title.id + 1}`}
            placeholder={at === 0 ? "" : "and"}
          />
        ))}
      </span>
    </div>
  );
}
