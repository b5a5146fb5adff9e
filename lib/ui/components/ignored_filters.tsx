import { Note } from "../layout.tsx";

/** Names the filters in the page's URL that have no effect, as `name=value`. Renders nothing if there are none. */
export function IgnoredFilters({ ignored }: { ignored: readonly string[] }) {
  if (ignored.length === 0) return null;
  return (
    <Note tone="warn">
      {ignored.length === 1
        ? "This filter in the address is unknown and has no effect: "
        : "These filters in the address are unknown and have no effect: "}
      <span class="path">{ignored.join(", ")}</span>
    </Note>
  );
}
