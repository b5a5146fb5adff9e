import type { ComponentChildren } from "preact";
import { Icon } from "../../../../lib/ui/icon.tsx";

interface RowsProps<T> {
  /** Dotted key of the list. */
  name: string;
  items: readonly T[];
  /** What a new row starts with. */
  blank: T;
  /** Says what to do while there is none. */
  empty: string;
  addLabel: string;
  removeLabel: string;
  /** The fields of a row, named below `at`. */
  row: (item: T, at: string) => ComponentChildren;
}

/** A list to add to and take from. Its hidden field makes it a list also when no row is left. */
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
