import type { Context } from "hono";
import { Fault } from "../../../../lib/kit/fault.ts";
import { profileOptions } from "../../../data/profile_choices.ts";
import { drawing } from "../../../http/draw.ts";
import { type AppEnv, router } from "../../../http/router.ts";
import type { Services } from "../../../services/services.ts";
import { AlbumPage } from "./music_album.tsx";
import { ArtistPage } from "./music_artist.tsx";
import { ImportLive, ImportRunPage, MusicImportPage } from "./music_import.tsx";
import { listData, listNames, listPiece } from "../list/list_routes.tsx";
import { albumList, artistList } from "./music_lists.tsx";
import { SplitsLive, SplitsPage } from "./music_splits.tsx";
import type { CueSplit } from "../../../../lib/library/music/cue_splits/model.ts";
import { useLink } from "../../../../lib/ui/render.tsx";
import { type ListData, ListPage } from "../list/list_page.tsx";
import { NoTitles } from "../list/no_titles.tsx";
import { RefreshForm, StaleNote } from "../video/library_parts.tsx";

/** Pages for music. Each calls the JSON API and renders the response. */
export function musicPages(services: Services) {
  const { cueSplits, music, musicImports, settings, clock } = services;
  const { page, fragment } = drawing(services);

  const idOf = (c: Context<AppEnv>): number => {
    const id = Number(c.req.param("id"));
    if (!Number.isSafeInteger(id) || id < 1) throw new Fault("not_found", "Title not found.");
    return id;
  };

  /** Profiles for music files, and smart profiles based on them. */
  async function choices() {
    return {
      profiles: await profileOptions(services, ({ isMusic }) => isMusic),
      defaultProfileId: settings.current().defaultProfiles.music,
    };
  }

  const app = router();
  const offers = async () => ({ choice: await choices() });
  app.get("/music", async (c) => {
    const [data, splits] = await Promise.all([listData(services, c, artistList(services), offers), cueSplits.list()]);
    return page(
      c,
      <MusicListPage data={data} splits={splits} connected={settings.current().connections.music.enabled} />,
    );
  });
  app.get("/music/items", async (c) => fragment(c, await listPiece(c, artistList(services))));
  app.get("/music/names", (c) => listNames(c, artistList(services)));
  app.get("/music/albums", async (c) => {
    const [data, splits] = await Promise.all([listData(services, c, albumList(services), offers), cueSplits.list()]);
    return page(
      c,
      <MusicListPage data={data} splits={splits} connected={settings.current().connections.music.enabled} />,
    );
  });
  app.get("/music/albums/items", async (c) => fragment(c, await listPiece(c, albumList(services))));
  app.get("/music/albums/names", (c) => listNames(c, albumList(services)));
  app.get("/music/artists/:id", async (c) => {
    const [found, state] = await Promise.all([music.artist(idOf(c)), music.state()]);
    return page(c, <ArtistPage {...found} state={state} now={clock.now()} />);
  });
  app.get("/music/albums/:id", async (c) => {
    const [found, state, choice] = await Promise.all([music.album(idOf(c)), music.state(), choices()]);
    return page(c, <AlbumPage {...found} {...choice} state={state} now={clock.now()} />);
  });
  app.get("/music/splits", async (c) => {
    const [splits, now, part] = [await cueSplits.list(), clock.now(), c.req.query("part")];
    return part === "open" || part === "all"
      ? fragment(c, <SplitsLive splits={splits} now={now} part={part} />)
      : page(c, <SplitsPage splits={splits} now={now} />);
  });
  app.get("/music/import", (c) => page(c, <MusicImportPage />));
  app.get("/music/import/:id", (c) => {
    const run = musicImports.get(c.req.param("id"));
    return c.req.query("part") === "run" ? fragment(c, <ImportLive run={run} />) : page(c, <ImportRunPage run={run} />);
  });
  return app;
}

/** Page of the cached artists or albums of Lidarr. The disc images that are being split are above the list. */
function MusicListPage(
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
