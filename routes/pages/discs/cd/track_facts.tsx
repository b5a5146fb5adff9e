import type { CdInfo, CdTrackRead } from "../../../../lib/discs/cd_schema.ts";
import { isAccurate } from "../../../../lib/discs/cd/work/track_marks.ts";
import { count } from "../../../../lib/kit/format.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";

/** Returns the number of a track in the form `03`, as on the back of the case. The hidden track has a name. */
export const trackLabel = (number: number): string => number === 0 ? "Hidden" : String(number).padStart(2, "0");

/** Result of reading and verifying a track. */
export function TrackRead({ read }: { read: CdTrackRead | undefined }) {
  if (read === undefined) return <span class="quiet">Not copied</span>;
  const { doubtful, reads, readErrors, skips, crc, accurateRip } = read;
  const accurate = isAccurate(read);
  const facts = [
    reads > 1 ? `read ${reads} times` : "",
    readErrors > 0 ? count(readErrors, "read error") : "",
    skips > 0 ? `${count(skips, "position")} skipped` : "",
    `CRC ${crc}`,
  ].filter((fact) => fact !== "");
  return (
    <span>
      <span class="badges">
        <span class="badge" data-tone={doubtful ? "bad" : "good"}>
          <Icon name={doubtful ? "warn" : "check"} size={14} />
          {doubtful ? "May differ from the disc" : "Copied and verified"}
        </span>
        {accurate !== undefined && (
          <span class="badge" data-tone={accurate ? "good" : "warn"}>
            <Icon name={accurate ? "check" : "warn"} size={14} />
            {accurate
              ? `AccurateRip: ${Math.max(accurateRip.confidenceV1 ?? 0, accurateRip.confidenceV2 ?? 0)}`
              : "AccurateRip: no match"}
          </span>
        )}
      </span>
      <span class="quiet small block">{facts.join(" · ")}</span>
    </span>
  );
}

/** Returns the numbers of data tracks, which are not part of the album. */
export const dataTracks = ({ tracks }: CdInfo): number[] =>
  tracks.filter(({ isAudio }) => !isAudio).map(({ number }) => number);

/** Lists the tracks that are omitted, and the reason. */
export function DataNote({ cd }: { cd: CdInfo }) {
  const numbers = dataTracks(cd);
  if (numbers.length === 0) return null;
  const text = numbers.length === 1
    ? `Track ${numbers[0]} contains data and is skipped.`
    : `Tracks ${numbers.join(", ")} contain data and are skipped.`;
  return <p class="quiet">{text}</p>;
}
