import { strictEqual as is } from "node:assert/strict";
import { RadarrMovie } from "../../managers/wire/radarr.ts";
import { movieOf } from "./from_wire.ts";

const FILM = { id: 1, title: "Film", tmdbId: 1, path: "/movies/1", monitored: true };

Deno.test("a poster without a public address is loaded from the manager only", () => {
  for (
    const [url, image, poster] of [
      ["http://nas:7878", { url: "/MediaCover/1/poster.jpg" }, "http://nas:7878/MediaCover/1/poster.jpg"],
      ["http://nas/radarr", { url: "/radarr/MediaCover/1/a.jpg?v=2" }, "http://nas/radarr/MediaCover/1/a.jpg?v=2"],
      ["http://nas", { url: "/MediaCover/1/a.jpg", remoteUrl: "https://public/a.jpg" }, "https://public/a.jpg"],
      ["http://nas", { url: "http://elsewhere/a.jpg" }, undefined],
      ["http://nas", { url: "//elsewhere/a.jpg" }, undefined],
      ["http://nas", { url: "javascript:alert(1)" }, undefined],
      ["http://nas", {}, undefined],
      [undefined, { url: "/MediaCover/1/poster.jpg" }, undefined],
    ] as const
  ) {
    const movie = RadarrMovie.parse({ ...FILM, images: [{ coverType: "poster", ...image }] });
    is(movieOf(movie, { toLocal: (path) => path, ...(url === undefined ? {} : { url }) }).poster, poster);
  }
});
