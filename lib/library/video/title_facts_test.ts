import { deepStrictEqual as same, match } from "node:assert/strict";
import { join } from "node:path";
import { openApp } from "../../../tests/fixtures/app.ts";
import { connect, grabTest } from "../../../tests/fixtures/grab.ts";
import { makeClip, X264 } from "../../../tests/fixtures/media.ts";

/** A Radarr with one movie whose language differs from its disc's default stream. */
function radarrWith(originalLanguage: string) {
  const movie = {
    ...{ id: 7, tmdbId: 7, title: "Burning", year: 2018, path: "/movies/Burning", hasFile: true, monitored: true },
    ...{ originalLanguage: { id: 21, name: originalLanguage }, genres: ["Drama"] },
    movieFile: {
      ...{ id: 70, path: "/movies/Burning/Burning.mkv", size: 1 },
      quality: { quality: { id: 3, name: "Remux-1080p", source: "bluray", resolution: 1080, modifier: "remux" } },
    },
  };
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => Response.json(new URL(request.url).pathname.endsWith("/movie") ? [movie] : []),
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  return { url, key: "k", [Symbol.asyncDispose]: () => server.shutdown() };
}

grabTest(
  "slow: a preview keeps the language that Radarr calls the original, and the languages of the settings",
  async () => {
    await using app = await openApp();
    await using radarr = radarrWith("Korean");
    const folder = join(app.folder, "movies", "Burning");
    await Deno.mkdir(folder, { recursive: true });
    const audio = ["eng", "kor", "deu", "fra"].map((language) => ({ layout: "stereo", args: ["ac3"], language }));
    const path = await makeClip(folder, "Burning.mkv", { seconds: 1, video: X264, audio });
    await app.instance.settings.update({
      pathMappings: [{ remote: "/movies", local: join(app.folder, "movies"), app: "movie" }],
    });
    await connect(app, "movie", radarr);
    await app.instance.library.refresh("movie");

    same(await app.instance.library.titleFacts({ path }), {
      arr: "movie",
      originalLanguage: "Korean",
      genre: ["Drama"],
      year: 2018,
      mediaType: "movie",
    });
    const kept = async (profileId: string): Promise<{ languages: string[]; warnings: string }> => {
      const answer = await (await app.call("/api/profiles/preview", { json: { profileId, path } })).json();
      const streams: { type: string; action: string; language: string }[] = answer.streams;
      return {
        languages: streams.filter(({ type, action }) => type === "audio" && action !== "drop").map((s) => s.language),
        warnings: answer.warnings.join(" "),
      };
    };
    same((await kept("builtin-tv-1080p")).languages, ["eng", "kor"]);
    await app.instance.settings.update({ languages: { preferred: ["de"] } });
    for (const id of ["builtin-tv-1080p", "builtin-smart-remux", "builtin-movie-4k-hdr"]) {
      const { languages, warnings } = await kept(id);
      same(languages, ["kor", "deu"], id);
      match(warnings, /The source's default audio, English AC-3 2\.0, is removed/);
    }
  },
);
