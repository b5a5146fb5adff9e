import type { AddOffer } from "../../../../lib/library/search/add.ts";
import type { LookupResult } from "../../../../lib/library/search_model.ts";
import { bytes } from "../../../../lib/kit/format.ts";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Note, Page } from "../../../../lib/ui/layout.tsx";
import { Picture } from "../../../../lib/ui/components/picture.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/** Data for adding one title to a manager. `externalId` is, for example, `tmdb:1` or `tvdb:1`. */
export interface AddData {
  kind: "movie" | "series";
  externalId: string;
  title?: LookupResult;
  offer?: AddOffer;
  /** Reason why the title cannot be added now. */
  problem?: string;
}

/** Form that adds one title, with its destination. */
export function AddPage({ kind, externalId, title, offer, problem }: AddData) {
  const link = useLink();
  const app = kind === "movie" ? "Radarr" : "Sonarr";
  const year = title?.year === undefined ? "" : ` (${title.year})`;
  return (
    <Page title={title ? `Add ${title.title}${year}` : "Add a title"} lead={`Adds the title to ${app}.`}>
      {problem !== undefined && <Note tone="bad">{problem}</Note>}
      {title && (
        <section class="card title-head" aria-label="About">
          <Picture url={title.poster} title={title.title} width={160} height={240} />
          <p>{title.overview || "No description."}</p>
        </section>
      )}
      {title?.arrId !== undefined && (
        <Note>
          {app} already has this title.{" "}
          <a href={link(kind === "movie" ? `/movies/${title.arrId}` : `/series/${title.arrId}`)}>Open title</a>
        </Note>
      )}
      {title && title.arrId === undefined && offer && (
        <AddForm kind={kind} externalId={externalId} title={title} offer={offer} app={app} />
      )}
    </Page>
  );
}

type FormProps = Required<Pick<AddData, "kind" | "externalId" | "title" | "offer">> & { app: string };

function AddForm({ kind, externalId, title, offer, app }: FormProps) {
  const link = useLink();
  const then = kind === "movie" ? "/search/releases?arr=movie&arrId={id}" : "/series/{id}";
  return (
    <form {...hxForm(link("/api/search/add"), { then })} class="section card stack">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="externalId" value={externalId} />
      <AddFields kind={kind} title={title} offer={offer} />
      <label class="check">
        <input type="hidden" name="monitored:boolean" value="false" />
        <input type="checkbox" name="monitored:boolean" value="true" checked />
        {`Monitor in ${app}`}
      </label>
      <label class="check">
        <input type="checkbox" name="search:boolean" value="true" />
        {`Start a search in ${app} now`}
      </label>
      <p class="actions">
        <button type="submit" class="primary">
          {kind === "movie" ? "Add and search for releases" : "Add and show seasons"}
        </button>
      </p>
    </form>
  );
}

/** Root folder and quality profile of the title. */
function AddFields({ kind, title, offer }: Pick<FormProps, "kind" | "title" | "offer">) {
  const { rootFolders, qualityProfiles, chosen } = offer;
  return (
    <div class="fields">
      <p class="field">
        <label for="add-root">Root folder</label>
        <select id="add-root" name="rootFolderPath">
          {rootFolders.filter(({ accessible }) => accessible !== false).map(({ path, freeBytes }) => (
            <option value={path} selected={path === chosen.rootFolderPath}>
              {freeBytes === undefined ? path : `${path} (${bytes(freeBytes)} free)`}
            </option>
          ))}
        </select>
      </p>
      <p class="field">
        <label for="add-profile">Quality profile</label>
        <select id="add-profile" name="qualityProfileId:number">
          {qualityProfiles.map(({ id, name }) => (
            <option value={id} selected={id === chosen.qualityProfileId}>{name}</option>
          ))}
        </select>
      </p>
      {kind === "series" && (
        <p class="field">
          <label for="add-type">Series type</label>
          <select id="add-type" name="seriesType">
            {(["standard", "anime", "daily"] as const).map((type) => (
              <option value={type} selected={type === (title.seriesType ?? "standard")}>{type}</option>
            ))}
          </select>
        </p>
      )}
    </div>
  );
}
