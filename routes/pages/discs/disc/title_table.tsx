import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import type { DiscTitle } from "../../../../lib/discs/title_schema.ts";
import { bytes, duration } from "../../../../lib/kit/format.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { EXTRAS, languagesOf, TitleMarks } from "./title_marks.tsx";

/** Titles of a disc when they can no longer be selected. */
export function TitleTable({ rip }: { rip: Rip }) {
  return (
    <div class="card flush table-wrap">
      <table class="cards" aria-labelledby="titles-h">
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Selected</th>
            <th scope="col">Type</th>
            <th scope="col" class="num">Length</th>
            <th scope="col" class="num">Size</th>
            <th scope="col">Audio</th>
          </tr>
        </thead>
        <tbody>{rip.titles.map((title) => <Row key={title.id} rip={rip} title={title} />)}</tbody>
      </table>
    </div>
  );
}

function Row({ rip, title }: { rip: Rip; title: DiscTitle }) {
  const isSelected = rip.selectedTitleIds.includes(title.id);
  return (
    <tr>
      <td class="lead">
        {`${title.id + 1}. ${title.name}`} <TitleMarks rip={rip} title={title} />
      </td>
      <td data-label="Selected">
        {isSelected
          ? (
            <span class="badges">
              <Icon name="check" size={16} />
              Yes
            </span>
          )
          : "No"}
      </td>
      <td data-label="Type">{isSelected ? roleText(rip, title) : "–"}</td>
      <td class="num" data-label="Length">{duration(title.durationSeconds)}</td>
      <td class="num" data-label="Size">{bytes(title.sizeBytes)}</td>
      <td data-label="Audio">{languagesOf(title.audioTracks).join(", ") || "–"}</td>
    </tr>
  );
}

const EXTRA_WORDS: Record<string, string> = { ...Object.fromEntries(EXTRAS), none: "Extra" };

/** Returns a text such as `Movie`, `S02E05`, `S00E01` or `Extra`. Empty for an unknown disc. */
export function roleText({ media, titleRoles, episodeMap }: Rip, { id }: DiscTitle): string {
  const role = titleRoles[String(id)];
  const two = (value: number): string => String(value).padStart(2, "0");
  if (role?.kind === "extra") return role.name ?? EXTRA_WORDS[role.type] ?? "Extra";
  if (role?.kind === "special") return `S00E${two(role.episode)}`;
  if (media.kind === "unknown") return "Unknown";
  if (media.kind !== "series") return "Movie";
  const numbers = [episodeMap[String(id)] ?? []].flat();
  if (numbers.length === 0) return "Episode without a number";
  return media.absoluteNumbering
    ? `No. ${numbers.join(" and ")}`
    : `S${two(media.seasonNumber ?? 1)}${numbers.map((number) => `E${two(number)}`).join("")}`;
}
