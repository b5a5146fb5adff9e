import { strictEqual as is } from "node:assert/strict";
import type { Series } from "../../../../lib/library/video_model.ts";
import { releaseTarget } from "./release_target.ts";

Deno.test("releases of a series are encoded as anime if Sonarr or AniDB marks it so", async () => {
  const none = () => Promise.reject(new Error("Nothing of this is asked."));
  const typeOf = async (series: Pick<Series, "seriesType" | "animedbIds">): Promise<string> => {
    const library = {
      movie: none,
      oneSeries: () => Promise.resolve({ title: "Monster", ...series } as Series),
      episodes: () => Promise.resolve([]),
    };
    const page = await releaseTarget({ library, music: { album: none } }, {
      arr: "series",
      arrId: "1",
      seasonNumber: "1",
    });
    return page.mediaType;
  };
  is(await typeOf({ seriesType: "standard", animedbIds: [] }), "tv");
  is(await typeOf({ seriesType: "anime", animedbIds: [] }), "anime");
  is(await typeOf({ seriesType: "standard", animedbIds: [1539] }), "anime");
});
