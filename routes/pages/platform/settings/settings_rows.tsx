import type { ComponentChildren } from "preact";
import { Icon } from "../../../../lib/ui/icon.tsx";

interface RowsProps<T> {
  /** Dotted key of the list. */
  name: string;
  items: readonly T[];
  /** Initial values of a new row. */
  blank: T;
  /** Text shown if the list is empty. */
  empty: string;
  addLabel: string;
  removeLabel: string;
  /** Renders the fields of a row. Their names start with the key `at`. */
  row: (item: T, at: string) => ComponentChildren;
}

/** Editable list of rows. A hidden field ensures that an empty list is sent when no row remains. */
export function Rows<T>({ name, items, blank, empty, addLabel, removeLabel, row }: RowsProps<T>) {
  const one = (item: T, at: string) => (
    <li class="row">
      {row(item, at)}
      <button
        type="button"
        class="ghost icon-button scripted"
        data-remove
        aria-label={removeLabel}
        title={removeLabel}
      >
        <Icon name="trash" size={18} />
      </button>
    </li>
  );
  return (
    <div class="rows wide" data-behaviour="rows" data-list={name}>
      <input type="hidden" name={`${name}:rows`} value="" />
      <ul class="row-list">{items.map((item, i) => one(item, `${name}.${i}`))}</ul>
      <p class="quiet small" data-empty hidden={items.length > 0}>{empty}</p>
      <template>{one(blank, `${name}.new`)}</template>
      <button type="button" class="scripted" data-add>
        <Icon name="plus" size={18} />
        {addLabel}
      </button>
    </div>
  );
}
