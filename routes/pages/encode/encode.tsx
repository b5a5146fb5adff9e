import { codecName, hdrName } from "../../../lib/encode/plan/words.ts";
import type { Probe } from "../../../lib/media/probe/model.ts";
import { bytes, count, duration } from "../../../lib/kit/format.ts";
import { hxForm } from "../../../lib/ui/hx.ts";
import { Note, Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import type { EncodeData } from "./offers/encode_model.ts";
import { Offers } from "./offers/offers.tsx";
import { TotalsFrame } from "./offers/totals.tsx";
import { CopyButton } from "../../../lib/ui/components/copy_button.tsx";

/** Page to select files, compare the results of all profiles, and queue the files. */
export function EncodePage(data: EncodeData) {
  return (
    <Page
      title="Encode"
      lead="Choose media on the server. Nothing is changed until a job runs, and originals are kept unless a profile replaces them."
    >
      {data.paths.length === 0 ? <Browser /> : <Chosen {...data} />}
    </Page>
  );
}

function Browser() {
  const link = useLink();
  return (
    <>
      <div data-island="FolderBrowser" data-props={JSON.stringify({ path: "", open: "/encode" })}></div>
      <noscript>
        <form method="get" action={link("/encode")} class="inline-form">
          <label for="path">Path on the server</label>
          <input id="path" name="path" required />
          <label class="check">
            <input type="checkbox" name="subfolders" value="1" />
            All media in this folder and its subfolders
          </label>
          <button type="submit">Open</button>
        </form>
      </noscript>
    </>
  );
}

function Chosen(data: EncodeData) {
  const link = useLink();
  const { paths, probe, error } = data;
  return (
    <>
      <section class="card" aria-label="Selected files">
        <div class="section-head">
          <h2 class="path">{paths.length === 1 ? fileName(paths[0] ?? "") : `${paths.length} files`}</h2>
          <div class="actions">
            <CheckForm paths={paths} selectionId={data.selectionId} />
            <a class="button" href={link("/encode")}>Choose another</a>
          </div>
        </div>
        {error && (
          <Note tone="bad">
            <p>{error}</p>
            {data.remedy && <p>{data.remedy}</p>}
          </Note>
        )}
        {data.note && <Note tone="warn">{data.note}</Note>}
        <EncodedHere files={data.encodedHere ?? []} chosen={paths.length} />
        {probe && <MediaHead probe={probe} more={paths.length - 1} />}
      </section>
      {paths.length > 1 && data.selectionId !== undefined && (
        <TotalsFrame selectionId={data.selectionId} audioOnly={data.audioOnly} />
      )}
      {probe && <Offers {...data} probe={probe} />}
    </>
  );
}

/** Warning, shown before queueing, that encoding a file again reduces its quality and saves little space. */
function EncodedHere({ files, chosen }: { files: string[]; chosen: number }) {
  if (files.length === 0) return null;
  return (
    <Note tone="warn">
      <p>
        {chosen === 1
          ? "This file has already been encoded here. Encoding it again reduces quality and saves little space."
          : `${count(files.length, "file")} in this selection ${
            files.length === 1 ? "was" : "were"
          } already encoded here. Encoding a file again reduces its quality and saves little space, so these files are skipped unless you include them.`}
      </p>
      {chosen > 1 && (
        <details>
          <summary>Show these files</summary>
          <ul>{files.slice(0, MAX_NAMED).map((path) => <li class="path small">{fileName(path)}</li>)}</ul>
        </details>
      )}
    </Note>
  );
}

const MAX_NAMED = 100;

function MediaHead({ probe, more }: { probe: Probe; more: number }) {
  const link = useLink();
  const at = Math.floor(probe.durationSeconds / 3);
  const video = probe.streams.find((stream) => stream.kind === "video");
  const frame = link(`/api/media/frame?path=${encodeURIComponent(probe.path)}&t=${at}`);
  return (
    <div class="media-head">
      {video
        ? (
          <img
            src={frame}
            data-moment={link(`/api/media/frame?path=${encodeURIComponent(probe.path)}`)}
            alt=""
            width={280}
            height={158}
          />
        )
        : <span />}
      <div class="stack">
        <p class="quiet">
          <span class="path">{probe.path}</span> <CopyButton text={probe.path} what="the path" />
        </p>
        <dl class="facts">
          <Fact name="Size" value={bytes(probe.sizeBytes)} />
          <Fact name="Length" value={duration(probe.durationSeconds)} />
          {video?.kind === "video" && <Fact name="Resolution" value={`${video.width}×${video.height}`} />}
          {video?.kind === "video" && (
            <Fact name="Video" value={`${codecName(video.codec)}, ${video.bitDepth}-bit ${hdrName(video.hdr)}`} />
          )}
          <Fact name="Audio" value={streams(probe, "audio")} />
          <Fact name="Subtitles" value={streams(probe, "subtitle")} />
        </dl>
        {more > 0 && (
          <p class="quiet">
            {`The cards below show the results for the first file. The profile you choose is also applied to ${
              count(more, "more file")
            }.`}
          </p>
        )}
      </div>
    </div>
  );
}

const streams = (probe: Probe, kind: "audio" | "subtitle"): string => {
  const found = probe.streams.filter((stream) => stream.kind === kind);
  const languages = [...new Set(found.map((stream) => stream.language ?? "unknown"))];
  return found.length === 0 ? "none" : `${found.length} (${languages.join(", ")})`;
};

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Form that decodes the chosen files completely, to verify them before an original is replaced. */
function CheckForm({ paths, selectionId }: Pick<EncodeData, "paths" | "selectionId">) {
  const link = useLink();
  return (
    <form {...hxForm(link("/api/media/check"), { then: "/checks" })}>
      {selectionId === undefined
        ? paths.map((path, i) => <input type="hidden" name={`paths.${i}`} value={path} />)
        : <input type="hidden" name="selectionId" value={selectionId} />}
      <button type="submit">{paths.length > 1 ? `Check ${paths.length} files` : "Check file"}</button>
    </form>
  );
}

const fileName = (path: string): string => path.split(/[\\/]/).pop() ?? path;
