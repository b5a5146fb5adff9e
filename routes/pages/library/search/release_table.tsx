import { bytes, count } from "../../../../lib/kit/format.ts";
import type { Release } from "../../../../lib/library/search_model.ts";
import { type Choice, ChoiceOptions } from "../../../../lib/ui/choice_options.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { useLink } from "../../../../lib/ui/render.tsx";
import { CATEGORY_NAMES } from "./search_words.ts";

/** Target of a grab: title and IDs in its manager. The kind of manager determines which IDs are set. */
export interface GrabTarget {
  title: string;
  poster?: string | undefined;
  arrId?: number | undefined;
  albumId?: number | undefined;
  seasonNumber?: number | undefined;
  episodeIds?: number[] | undefined;
}

/** Releases and their target. `profileId` is the preselected profile for encoding a grabbed release. */
export interface ReleaseTableProps {
  releases: Release[];
  target: GrabTarget;
  profiles: Choice[];
  profileId: string;
}

const DISCS = { uhd: "UHD Blu-ray", bluray: "Blu-ray disc", dvd: "DVD" } as const;

/** Releases that can be grabbed, in one form with a button for each release. */
export function ReleaseTable({ releases, target, profiles, profileId }: ReleaseTableProps) {
  const link = useLink();
  return (
    <form {...hxForm(link("/api/search/grab"), { then: "/activity?tab=waiting" })} class="stack">
      <TargetFields target={target} />
      <div class="release-filters">
        <label for="grab-profile">Encode the grabbed release with</label>
        <select id="grab-profile" name="profileId">
          <ChoiceOptions choices={profiles} selected={profileId} />
        </select>
        <label class="check">
          <input type="hidden" name="createJob:boolean" value="false" />
          <input type="checkbox" name="createJob:boolean" value="true" checked />
          Encode after import
        </label>
      </div>
      <div class="card flush table-wrap">
        <table class="cards releases">
          <caption class="visually-hidden">Releases</caption>
          <thead>
            <tr>
              <th scope="col">Release</th>
              <th scope="col">Type</th>
              <th scope="col" class="num">Size</th>
              <th scope="col" class="num seeders">Seeders</th>
              <th scope="col" class="num age">Age</th>
              <th scope="col" class="num">Score</th>
              <th scope="col">
                <span class="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>{releases.map((release) => <Row release={release} />)}</tbody>
        </table>
      </div>
    </form>
  );
}

function TargetFields(
  { target: { title, poster, arrId, albumId, seasonNumber, episodeIds = [] } }: Pick<ReleaseTableProps, "target">,
) {
  const number = (name: string, value: number | undefined) =>
    value !== undefined && <input type="hidden" name={`${name}:number`} value={value} />;
  return (
    <>
      <input type="hidden" name="title" value={title} />
      {poster !== undefined && <input type="hidden" name="poster" value={poster} />}
      {number("arrId", arrId)}
      {number("albumId", albumId)}
      {number("seasonNumber", seasonNumber)}
      {episodeIds.map((id) => <input type="hidden" name="episodeIds:numbers" value={id} />)}
    </>
  );
}

function Row({ release }: { release: Release }) {
  const { title, infoUrl, tags, category, discFormat, resolution, rejections, size, seeders, leechers, ageDays } =
    release;
  return (
    <tr>
      <td class="lead release-name">
        {infoUrl === undefined ? <span>{title}</span> : <a href={infoUrl} rel="noreferrer" target="_blank">{title}</a>}
        <p class="chips">
          <span class="badge">{[release.indexer, release.protocol].filter(Boolean).join(", ")}</span>
          {release.fullSeason && <span class="badge">Full season</span>}
          {tags.map((tag) => <span class="badge">{tag}</span>)}
          {release.music && <MusicFacts music={release.music} />}
        </p>
        {rejections.length > 0 && <ul class="rejections small">{rejections.map((text) => <li>{text}</li>)}</ul>}
      </td>
      <td data-label="Type">
        <span>
          <span class="badge" data-tone={category === "remux" ? "good" : category === "disc" ? "accent" : undefined}>
            {discFormat ? DISCS[discFormat] : CATEGORY_NAMES[category] ?? category}
          </span>{" "}
          {resolution}
        </span>
      </td>
      <td class="num" data-label="Size">{size > 0 ? bytes(size) : "unknown"}</td>
      <td class="num seeders" data-label="Seeders">
        {seeders === null ? "–" : <span title={`${leechers ?? 0} leechers`}>{seeders}</span>}
      </td>
      <td class="num age" data-label="Age">{count(ageDays, "day")}</td>
      <td class="num" data-label="Score">
        <details class="reasons">
          <summary title={release.scoreReasons.join("\n")}>{release.score}</summary>
          <ul class="small">{release.scoreReasons.map((reason) => <li>{reason}</li>)}</ul>
        </details>
      </td>
      <td class="row-actions">
        <button type="submit" name="release:json" value={JSON.stringify(release)}>
          Grab <span class="visually-hidden">{title}</span>
        </button>
      </td>
    </tr>
  );
}

function MusicFacts({ music }: { music: NonNullable<Release["music"]> }) {
  const { format, bitDepth, sampleRate, bitrate, trackCount, cue, username, freeSlot, queueLength } = music;
  const facts = [
    format,
    bitDepth && `${bitDepth} bit`,
    sampleRate && `${sampleRate / 1000} kHz`,
    bitrate && `${bitrate} kb/s`,
    trackCount && count(trackCount, "track"),
    cue && "with a cue sheet",
    username && `from ${username}`,
    username && (freeSlot ? "free slot" : `${queueLength ?? 0} waiting`),
  ];
  return <>{facts.filter(Boolean).map((fact) => <span class="badge">{fact}</span>)}</>;
}
