import type { Episode, MediaFile, Movie, Series } from "../../lib/library/model.ts";
import { bytes, duration } from "../../lib/kit/format.ts";
import { Empty, Note, Page } from "../../lib/ui/layout.tsx";
import { useLink } from "../../lib/ui/render.tsx";

/** One film: what it is, what lies on disk, and what can be done with it. */
export function MoviePage({ movie }: { movie: Movie }) {
  const link = useLink();
  return (
    <Page
      title={movie.title}
      lead={factsOf(movie, movie.runtime)}
      actions={<a class="button" href={link(`/search/releases?arr=movie&arrId=${movie.id}`)}>Search remux</a>}
    >
      <Head item={movie} />
      <section class="section card stack" aria-labelledby="file-h">
        <h2 id="file-h">On disk</h2>
        {movie.file ? <FileRow file={movie.file} /> : (
          <Empty title="No file yet">
            <p>Radarr knows this film but has nothing on disk.</p>
          </Empty>
        )}
      </section>
    </Page>
  );
}

/** One series with its seasons and episodes. */
export function SeriesPage({ series, episodes }: { series: Series; episodes: Episode[] }) {
  const link = useLink();
  const seasons = [...new Set(episodes.map(({ seasonNumber }) => seasonNumber))].sort((a, b) => b - a);
  return (
    <Page title={series.title} lead={factsOf(series, series.runtime)}>
      <Head item={series} />
      {seasons.map((number) => {
        const own = episodes.filter(({ seasonNumber }) => seasonNumber === number);
        const there = own.filter(({ hasFile }) => hasFile).length;
        const name = number === 0 ? "Specials" : `Season ${number}`;
        return (
          <details class="section card stack" open={number === seasons[0]}>
            <summary>
              <h2 class="inline">{name}</h2> <span class="quiet">{`${there} of ${own.length} on disk`}</span>
            </summary>
            <p class="actions">
              <a class="button" href={link(`/search/releases?arr=series&arrId=${series.id}&seasonNumber=${number}`)}>
                Search remux <span class="visually-hidden">{`of ${name}`}</span>
              </a>
            </p>
            <EpisodeTable episodes={own} name={name} />
          </details>
        );
      })}
    </Page>
  );
}

function EpisodeTable({ episodes, name }: { episodes: Episode[]; name: string }) {
  const link = useLink();
  return (
    <table aria-label={name}>
      <thead>
        <tr>
          <th scope="col" class="num">No.</th>
          <th scope="col">Title</th>
          <th scope="col">Quality</th>
          <th scope="col" class="num">Size</th>
          <th scope="col">
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {episodes.map(({ episodeNumber, title, file }) => (
          <tr>
            <td class="num">{episodeNumber}</td>
            <td>{title}</td>
            <td>{file ? file.quality : "missing"}</td>
            <td class="num">{file && bytes(file.size)}</td>
            <td>
              {file?.visible && (
                <a class="button" href={link(`/encode?path=${encodeURIComponent(file.localPath)}`)}>Encode</a>
              )}
              {file && !file.visible && <span class="badge" data-tone="warn">not visible here</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Head({ item }: { item: Movie | Series }) {
  const link = useLink();
  return (
    <section class="card title-head" aria-label="About">
      {item.poster && (
        <img src={link(`/api/image?url=${encodeURIComponent(item.poster)}`)} alt="" width={160} height={240} />
      )}
      <div class="stack">
        <p>{item.overview || "Nothing is told about it."}</p>
        <p class="path small">{item.path}</p>
      </div>
    </section>
  );
}

function FileRow({ file }: { file: MediaFile }) {
  const link = useLink();
  const facts = [
    file.quality,
    file.resolution,
    file.hdr,
    file.videoCodec,
    [file.audioCodec, file.audioChannels].filter((part) => part).join(" "),
    file.languages.join(", "),
    bytes(file.size),
  ];
  return (
    <>
      <p>{facts.filter((fact) => fact).join(" · ")}</p>
      <p class="path">{file.localPath}</p>
      {file.visible
        ? (
          <p class="actions">
            <a class="button primary" href={link(`/encode?path=${encodeURIComponent(file.localPath)}`)}>Encode</a>
          </p>
        )
        : (
          <Note tone="warn">
            Radarr reports <code>{file.path}</code>, which cannot be opened here. Add a path mapping in{" "}
            <a href={link("/settings#paths")}>Settings</a>.
          </Note>
        )}
    </>
  );
}

const factsOf = (item: Movie | Series, minutes: number | undefined): string =>
  [
    item.year,
    minutes === undefined ? undefined : duration(minutes * 60),
    item.genres.slice(0, 3).join(", "),
    item.originalLanguage,
    item.status,
  ].filter((part) => part).join(" · ");
