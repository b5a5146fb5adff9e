import type { SavedView } from "../../../../lib/library/lists/model.ts";
import { AskWithoutScript } from "../../../../lib/ui/ask_without_script.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { listAddress, type ShownList } from "./list_query.ts";

/** A saved view with its URL in the current format. */
export interface ViewLink extends SavedView {
  /** Query string including the `?`, or empty for the whole list. */
  address: string;
}

interface ViewsProps {
  list: ShownList;
  views: readonly ViewLink[];
}

/** Links to saved views. */
export function SavedViews({ list, views }: ViewsProps) {
  const link = useLink();
  const here = listAddress(list);
  return views.length > 0 && (
    <nav class="chip-group saved-views" aria-label="Saved views">
      {views.map(({ name, address }) => (
        <a class="chip" href={link(list.facts.path + address)} aria-current={address === here ? "page" : undefined}>
          <Icon name="star" size={14} />
          {name}
        </a>
      ))}
    </nav>
  );
}

/** Fields to save, rename and delete views. The default list cannot be saved as a view. */
export function ViewTools({ list, views }: ViewsProps) {
  const link = useLink();
  if (views.length === 0 && listAddress(list) === "") return null;
  return (
    <details class="view-tools">
      <summary>{views.length > 0 ? "Save or edit views" : "Save this view"}</summary>
      <div class="card stack">
        <form {...hxForm(link("/api/views"), { then: "/views/{id}" })} class="inline-form wraps">
          <ViewFields list={list} />
          <label>
            Save this view as <input name="name" required maxLength={60} placeholder="Name" />
          </label>
          <button type="submit" class="primary">Save</button>
        </form>
        {views.length > 0 && (
          <ul class="plain stack">
            {views.map((view) => <ViewRow key={view.id} list={list} view={view} />)}
          </ul>
        )}
      </div>
    </details>
  );
}

function ViewFields({ list }: { list: ShownList }) {
  return (
    <>
      <input type="hidden" name="kind" value={list.facts.kind} />
      <input type="hidden" name="query" value={listAddress(list)} />
    </>
  );
}

function ViewRow({ list, view: { id, name, address } }: { list: ShownList; view: ViewLink }) {
  const link = useLink();
  const here = listAddress(list);
  return (
    <li class="view-row">
      <form
        {...hxForm(link(`/api/views/${id}`), { method: "patch", then: list.facts.path + here })}
        class="inline-form"
      >
        <input name="name" aria-label={`Name of ${name}`} value={name} required maxLength={60} />
        <button type="submit" aria-label={`Rename ${name}`}>Rename</button>
      </form>
      {address !== here && (
        <form {...hxForm(link(`/api/views/${id}`), { method: "patch", then: "/views/{id}" })}>
          <input type="hidden" name="query" value={here} />
          <button type="submit" aria-label={`Replace ${name} with this view`}>Replace with this view</button>
        </form>
      )}
      <form
        {...hxForm(link(`/api/views/${id}/remove`), {
          then: list.facts.path + here,
          confirm: `Delete the view ${name}? Its titles are not changed.`,
        })}
        class="inline-form"
      >
        <AskWithoutScript>Delete it</AskWithoutScript>
        <button type="submit" class="ghost" aria-label={`Delete ${name}`}>Delete</button>
      </form>
    </li>
  );
}
