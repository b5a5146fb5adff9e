import { isDrawable } from "../../../../lib/encode/plan/subtitles/subtitle_formats.ts";
import type { StreamDecision } from "../../../../lib/encode/plan/model.ts";
import { channelName, codecName } from "../../../../lib/encode/plan/words.ts";
import { languageName } from "../../../../lib/media/languages/languages.ts";
import type { AudioStream, Probe, SubtitleStream } from "../../../../lib/media/probe/model.ts";

type Track = AudioStream | SubtitleStream;

interface TrackTableProps {
  probe: Probe;
  /** Decisions of the profile without the user's changes. */
  streams: StreamDecision[];
  canBurn: boolean;
}

/**
 * Table with one row per audio and subtitle track. Its fields keep, convert or omit the track and change its labels and
 * flags. Empty fields change nothing.
 */
export function TrackTable({ probe, streams, canBurn }: TrackTableProps) {
  const tracks = probe.streams.filter((stream): stream is Track =>
    stream.kind === "audio" || stream.kind === "subtitle"
  );
  if (tracks.length === 0) return <p class="quiet">The file has neither audio nor subtitles.</p>;
  return (
    <div class="card flush table-wrap">
      <table class="cards adjust-tracks">
        <thead>
          <tr>
            <th scope="col">Track</th>
            <th scope="col">Action</th>
            <th scope="col">Language</th>
            <th scope="col">Title</th>
            <th scope="col">Flags</th>
          </tr>
        </thead>
        <tbody>
          {tracks.map((track, i) => (
            <TrackRow
              track={track}
              field={`overrides.streams.${i}`}
              decision={streams.find(({ index }) => index === track.index)}
              canBurn={canBurn}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TrackRowProps {
  track: Track;
  /** Path of the track's fields in the request. */
  field: string;
  decision?: StreamDecision;
  canBurn: boolean;
}

/** Display names of the profile's decisions for a track. */
const DECIDED: Record<StreamDecision["action"], string> = {
  copy: "copy",
  encode: "encode",
  drop: "remove",
  burn: "burn in",
  ocr: "convert to text",
};

function TrackRow({ track, field, decision, canBurn }: TrackRowProps) {
  const name = trackName(track);
  const burns = canBurn && track.kind === "subtitle" && isDrawable(track);
  return (
    <tr>
      <td data-label="Track">
        <input type="hidden" name={`${field}.index:number`} value={track.index} />
        <span>
          <strong>{name}</strong>
          {decision?.action === "drop" && <span class="quiet small block">{decision.why}</span>}
        </span>
      </td>
      <td data-label="Action">
        <select name={`${field}.action:text??`} aria-label={`Action for ${name}`} autocomplete="off">
          <option value="">{`Profile: ${DECIDED[decision?.action ?? "drop"]}`}</option>
          <option value="keep">Keep</option>
          <option value="drop">Remove</option>
          {burns && <option value="burn">Burn in</option>}
        </select>
      </td>
      <td data-label="Language">
        <input
          name={`${field}.language:text??`}
          aria-label={`Language of ${name}`}
          placeholder={track.language ?? "und"}
          maxLength={3}
          size={4}
          pattern="[a-z]{2,3}"
          title="Language code such as eng or jpn; und = undetermined"
          autocomplete="off"
        />
      </td>
      <td data-label="Title">
        <input
          name={`${field}.title:text??`}
          aria-label={`Title of ${name}`}
          placeholder={track.title ?? "none"}
          maxLength={300}
          autocomplete="off"
        />
      </td>
      <td data-label="Flags">
        <Flags track={track} field={field} name={name} />
      </td>
    </tr>
  );
}

function Flags({ track, field, name }: { track: Track; field: string; name: string }) {
  const flags: [string, string, boolean][] = [
    ["default", "Default", track.default],
    ["forced", "Forced", track.forced],
    ["commentary", "Commentary", track.commentary],
    track.kind === "audio"
      ? ["visualImpaired", "Audio description", track.visualImpaired]
      : ["hearingImpaired", "Hearing impaired", track.hearingImpaired],
  ];
  const set = flags.flatMap(([, label, on]) => on ? label : []);
  return (
    <details>
      <summary>{set.join(", ") || "None"}</summary>
      {flags.map(([key, label, on]) => (
        <label class="flag-choice">
          <span>{label}</span>
          <select name={`${field}.${key}:boolean??`} aria-label={`${label}: ${name}`} autocomplete="off">
            <option value="">{`Unchanged (${on ? "yes" : "no"})`}</option>
            <option value="true">Yes</option>
            <option value="false">No</option>
          </select>
        </label>
      ))}
    </details>
  );
}

function trackName(track: Track): string {
  const channels = track.kind === "audio" ? channelName(track.channels, track.layout) : "";
  return [`#${track.index}`, languageName(track.language), codecName(track.codec), channels].filter(Boolean).join(" ");
}
