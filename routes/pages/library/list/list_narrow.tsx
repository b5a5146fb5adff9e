import type { ComponentChildren } from "preact";
import { hx } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { askedOf, isNarrowed, listAddress, type ListChange, nothingAsked, type ShownList } from "./list_query.ts";
import type { ListChip, ListField } from "./list_source.ts";

/** ID of the element that is updated when the list is filtered or sorted. */
export const LIST_ID = "titles";
const FIND_ID = "library-find";

/**
 * Returns the attributes of a link or field that updates the list and the URL. Without JavaScript, it opens the page.
 */
export const changesList = (url: string, more: Record<string, string> = {}) =>
  hx({ get: url, target: `#${LIST_ID}`, select: `#${LIST_ID}`, swap: "outerHTML", "push-url": "true", ...more });

/** Search field. It is outside the list, so that updates do not interrupt typing. */
export function FindField({ list }: { list: ShownList }) {
  const { path, searched } = list.facts;
  const url = useLink()(path);
  return (
    <form
      id={FIND_ID}
      method="get"
      action={url}
      class="list-find"
      role="search"
      {...changesList(url, { trigger: "submit, input delay:250ms from:#library-q", sync: "replace" })}
    >
      <label class="visually-hidden" for="library-q">Title</label>
      <input
        id="library-q"
        type="search"
        name="q"
        value={list.query.q ?? ""}
        placeholder={searched}
        maxLength={200}
      />
    </form>
  );
}

/** All filters of a list, as chips that apply immediately and as fields of the search form. */
export function NarrowChips({ list, fields }: { list: ShownList; fields: readonly ListField[] }) {
  return (
    <div class="narrow" role="group" aria-label="Filter the list">
      {list.facts.chips.map((chips) => (
        <div class="chip-group">
          {chips.map((chip) => <ChipLink list={list} chip={chip} />)}
        </div>
      ))}
      {fields.map((field) => <Choice list={list} field={field} />)}
      {isNarrowed(list) && (
        <ListLink list={list} class="chip" change={nothingAsked(list)}>
          <Icon name="cross" size={14} /> Show all
        </ListLink>
      )}
      <StateFields list={list} fields={fields} />
      <noscript>
        <button type="submit" form={FIND_ID}>Show</button>
      </noscript>
    </div>
  );
}

function ChipLink({ list, chip: { name, value, label } }: { list: ShownList; chip: ListChip }) {
  const on = list.query[name] === value;
  return (
    <ListLink list={list} class="chip" change={{ [name]: on ? undefined : value }} current={on}>
      {on && <Icon name="check" size={14} />}
      {label}
    </ListLink>
  );
}

/** Link to the same list with changed query parameters. */
export function ListLink(
  { list, change, current = false, children, class: name }: {
    list: ShownList;
    change: ListChange;
    current?: boolean;
    children: ComponentChildren;
    class?: string;
  },
) {
  const url = useLink()(`${list.facts.path}${listAddress(list, change)}`);
  return <a class={name} href={url} aria-current={current ? "true" : undefined} {...changesList(url)}>{children}</a>;
}

/** Hidden fields with the current state of the list, which are sent together with the search text. */
function StateFields({ list, fields }: { list: ShownList; fields: readonly ListField[] }) {
  const own = new Set(["q", ...fields.map(({ name }) => name)]);
  const kept = { ...askedOf(list), view: list.view };
  return (
    <>
      {Object.entries(kept).map(([name, value]) =>
        !own.has(name) && <input type="hidden" form={FIND_ID} name={name} value={value} />
      )}
    </>
  );
}

function Choice({ list, field: { name, label, options } }: { list: ShownList; field: ListField }) {
  const url = useLink()(list.facts.path);
  const value = String(list.query[name] ?? "");
  return (
    <select
      name={name}
      aria-label={label}
      form={FIND_ID}
      {...changesList(url, { trigger: "change", include: `#library-q, [form="${FIND_ID}"]` })}
    >
      {options.map(([one, text]) => <option value={one} selected={one === value}>{text}</option>)}
    </select>
  );
}
