import { keptAudio } from "../../../../lib/discs/choose/audio_choice.ts";
import type { ComparedTrack } from "../../../../lib/discs/choose/same_choice.ts";
import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import type { DiscAudioTrack, DiscSubtitleTrack, DiscTitle } from "../../../../lib/discs/title_schema.ts";

interface TracksProps {
  rip: Rip;
  title: DiscTitle;
}

/** Audio tracks to keep. The fields are shown only if tracks are selected for each title. */
export function AudioFields({ rip, title: { id, audioTracks } }: TracksProps) {
  if (audioTracks.length === 0) return null;
  const kept = keptAudio(audioTracks, rip.audioMode, rip.selectedAudio[String(id)]);
  return (
    <fieldset class="audio-fields" data-tracks="audio">
      <legend class="label">{`Audio of title ${id + 1}`}</legend>
      <Ticks name={`selectedAudio.${id}:numbers`} tracks={audioTracks} kept={kept} />
    </fieldset>
  );
}

/** Subtitles to keep. By default, all subtitles are kept. */
export function SubtitleFields({ rip, title: { id, subtitleTracks } }: TracksProps) {
  if (subtitleTracks.length === 0) return null;
  const kept = rip.selectedSubtitles[String(id)] ?? subtitleTracks.map(({ index }) => index);
  return (
    <details>
      <summary>{`Subtitles: ${kept.length} of ${subtitleTracks.length} kept`}</summary>
      <fieldset data-tracks="subtitles">
        <legend class="visually-hidden">{`Subtitles of title ${id + 1}`}</legend>
        <Ticks name={`selectedSubtitles.${id}:numbers`} tracks={subtitleTracks} kept={kept} />
      </fieldset>
    </details>
  );
}

interface TicksProps {
  name: string;
  tracks: (DiscAudioTrack | DiscSubtitleTrack)[];
  /** Indexes of the selected tracks. */
  kept: number[];
}

function Ticks({ name, tracks, kept }: TicksProps) {
  return (
    <>
      <input type="hidden" name={name} value="" />
      <div class="checks">
        {tracks.map((track) => (
          <label key={track.index} class="check">
            <input
              type="checkbox"
              name={name}
              value={track.index}
              checked={kept.includes(track.index)}
              data-track={JSON.stringify(comparedTrack(track))}
            />
            {track.label}
          </label>
        ))}
      </div>
      <button type="button" class="scripted" data-apply-tracks>Apply to all titles</button>
    </>
  );
}

/** Returns the track without its display texts. */
function comparedTrack(track: DiscAudioTrack | DiscSubtitleTrack): ComparedTrack {
  const { label: _, languageName: __, ...compared } = track;
  return compared;
}
