import type { ComponentChildren } from "preact";
import { hx } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { isNarrowed, listAddress, type ListChange, type ShownList } from "./list_query.ts";

/** The part of a library page that is drawn anew when the list is narrowed or sorted. */
export const LIST_ID = "titles";
const FIND_ID = "library-find";

/** A link or field that changes the list changes that part of the page, and the address; without script it opens the page. */
export const changesList = (url: string, more: Record<string, string> = {}) =>
  hx({ get: url, target: `#${LIST_ID}`, select: `#${LIST_ID}`, swap: "outerHTML", "push-url": "true", ...more });

/** The field for words. It stands outside of the list, so that typing goes on while that is drawn anew. */
export function FindField({ list }: { list: ShownList }) {
  const url = useLink()(`/${list.kind}`);
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
        placeholder="Title or year"
        maxLength={200}
      />
    </form>
  );
}

interface Chip {
  label: string;
  change: ListChange;
  on: boolean;
}

/** Everything that a list can be narrowed by, as chips that act at once, and as fields of the form above. */
export function NarrowChips({ list, languages }: { list: ShownList; languages: string[] }) {
  const { query, kind } = list;
  const one = (name: "filter" | "codec" | "resolution" | "range", value: string, label: string): Chip => {
    const on = query[name] === value;
    return { label, on, change: { [name]: on ? undefined : value } };
  };
  const groups: Chip[][] = [
    [
      one("filter", "remux", "Remux"),
      one("filter", "onDisk", kind === "series" ? "Episodes on disk" : "On disk"),
      one("filter", "missing", "Missing"),
      one("filter", "inQueue", "In queue"),
      one("filter", "encoded", "Encoded here"),
      one("filter", "anime", "Anime"),
    ],
    [
      one("resolution", "2160p", "2160p"),
      one("resolution", "1080p", "1080p"),
      one("resolution", "720p", "720p"),
      one("resolution", "sd", "SD"),
    ],
    [one("range", "hdr", "HDR"), one("range", "dv", "Dolby Vision"), one("range", "sdr", "SDR")],
    [
      one("codec", "h264", "H.264"),
      one("codec", "hevc", "HEVC"),
      one("codec", "av1", "AV1"),
      one("codec", "vc1", "VC-1"),
      one("codec", "mpeg2", "MPEG-2"),
    ],
  ];
  return (
    <div class="narrow" role="group" aria-label="Narrow the list">
      {groups.map((chips) => (
        <div class="chip-group">
          {chips.map((chip) => <ChipLink list={list} chip={chip} />)}
        </div>
      ))}
      <Choice
        list={list}
        name="minBytes"
        label="Size"
        value={String(query.minBytes ?? "")}
        options={[["", "Any size"], ...SIZES.map((gb) => [String(gb * 1_000_000_000), `over ${gb}\u00a0GB`] as const)]}
      />
      {languages.length > 0 && (
        <Choice
          list={list}
          name="language"
          label="Language"
          value={query.language ?? ""}
          options={[["", "Any language"], ...languages.map((one) => [one, languageName(one)] as const)]}
        />
      )}
      {isNarrowed(list) && (
        <ListLink
          list={list}
          class="chip"
          change={{ ...NOTHING, q: undefined }}
        >
          <Icon name="cross" size={14} /> Show all
        </ListLink>
      )}
      <StateFields list={list} />
      <noscript>
        <button type="submit" form={FIND_ID}>Show</button>
      </noscript>
    </div>
  );
}

const SIZES = [5, 10, 20, 40, 60];
const NOTHING = {
  filter: undefined,
  codec: undefined,
  resolution: undefined,
  range: undefined,
  language: undefined,
  minBytes: undefined,
};

const languageName = (word: string): string =>
  word.split("-").map((part) => part.replace(/^\(?./u, (start) => start.toUpperCase())).join(" ");

function ChipLink({ list, chip: { label, change, on } }: { list: ShownList; chip: Chip }) {
  return (
    <ListLink list={list} class="chip" change={change} current={on}>
      {on && <Icon name="check" size={14} />}
      {label}
    </ListLink>
  );
}

/** A link to the same list with something changed. */
export function ListLink(
  { list, change, current = false, children, class: name }: {
    list: ShownList;
    change: ListChange;
    current?: boolean;
    children: ComponentChildren;
    class?: string;
  },
) {
  const url = useLink()(`/${list.kind}${listAddress(list, change)}`);
  return <a class={name} href={url} aria-current={current ? "true" : undefined} {...changesList(url)}>{children}</a>;
}

/** What the form of the search field sends beside its words, as the list stands now. */
function StateFields({ list: { query, view } }: { list: ShownList }) {
  const { filter, codec, resolution, range, sort, order } = query;
  const kept = { filter, codec, resolution, range, sort, order, view };
  return (
    <>
      {Object.entries(kept).map(([name, value]) =>
        value !== undefined && <input type="hidden" form={FIND_ID} name={name} value={value} />
      )}
    </>
  );
}

interface ChoiceProps {
  list: ShownList;
  name: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
}

function Choice({ list, name, label, value, options }: ChoiceProps) {
  const url = useLink()(`/${list.kind}`);
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
