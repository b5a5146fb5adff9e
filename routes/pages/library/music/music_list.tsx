import type { CueSplit } from "../../../../lib/library/music/cue_splits/model.ts";
import { useLink } from "../../../../lib/ui/render.tsx";
import { type ListData, ListPage } from "../list/list_page.tsx";
import { NoTitles } from "../list/no_titles.tsx";
import { RefreshForm, StaleNote } from "../video/library_parts.tsx";
import { SplitsLive } from "./music_splits.tsx";

/** Cached artists or albums of Lidarr, with images being split shown above. */
export function MusicListPage(
  { data, splits, connected }: { data: ListData; splits: CueSplit[]; connected: boolean },
) {
  const { list, state, now } = data;
  return (
    <ListPage
      data={data}
      actions={<Actions kind={list.facts.kind} path={list.facts.path} />}
      empty={<NoTitles list={list} state={state} app="Lidarr" connected={connected} />}
    >
      {state && <StaleNote state={state} now={now} />}
      <SplitsLive splits={splits} now={now} part="open" />
    </ListPage>
  );
}

function Actions({ kind, path }: { kind: string; path: string }) {
  const link = useLink();
  return (
    <>
      {kind === "artists"
        ? <a class="button" href={link("/music/albums")}>Albums</a>
        : <a class="button" href={link("/music")}>Artists</a>}
      <a class="button" href={link("/music/splits")}>Split images</a>
      <a class="button" href={link("/music/import")}>Import a folder</a>
      <RefreshForm action="/api/music/refresh" then={path} />
    </>
  );
}
