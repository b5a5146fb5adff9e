import type { CueSplit } from "../../../../lib/library/music/cue_splits/model.ts";
import { Empty } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { type ListData, ListPage } from "../list/list_page.tsx";
import { RefreshForm, StaleNote } from "../video/library_parts.tsx";
import { SplitsLive } from "./music_splits.tsx";

/** The artists or albums of Lidarr as they were read last; images that are split now are shown above them. */
export function MusicListPage({ data, splits }: { data: ListData; splits: CueSplit[] }) {
  const { list: { facts }, state, now } = data;
  return (
    <ListPage
      data={data}
      actions={<Actions kind={facts.kind} path={facts.path} />}
      empty={
        <Empty title={`No ${facts.one} is known yet`}>
          <p>Connect Lidarr in the settings; what it holds appears here.</p>
        </Empty>
      }
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
