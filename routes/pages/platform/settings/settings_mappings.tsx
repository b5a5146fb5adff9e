import type { MappingFind, UnseenFile } from "../../../../lib/library/video/mappings/mapping_model.ts";
import { count } from "../../../../lib/kit/format.ts";
import { MANAGERS } from "../../../../lib/platform/managers/kinds.ts";
import { withMapping } from "../../../../lib/library/managers/paths/mapping_finder.ts";
import type { PathMapping } from "../../../../lib/library/managers/paths/path_mapping.ts";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Empty, Note, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/** Data of the settings page for path mappings. */
export interface MappingsData {
  mappings: PathMapping[];
  unseen: UnseenFile[];
  /** Result of a search for path mappings, if one was requested. */
  find?: MappingFind;
}

/** Page of manager files that cannot be opened on this machine, with suggestions to fix this. */
export function MappingsPage({ mappings, unseen, find }: MappingsData) {
  const link = useLink();
  return (
    <Page
      title="Find path mappings"
      lead="Finds files that Radarr or Sonarr reports under a path that does not exist on this server."
      actions={
        <>
          <a class="button" href={link("/settings/connections#paths")}>All mappings</a>
          <a class="button primary" href={link("/settings/mappings?find=1")}>Find</a>
        </>
      }
    >
      {find && <Proposals find={find} mappings={mappings} />}
      <section class="section card stack" aria-labelledby="unseen-h">
        <h2 id="unseen-h">Cannot be opened</h2>
        {unseen.length === 0
          ? (
            <Empty title="No problems found">
              <p>Some files in each folder were checked. All of them can be opened.</p>
            </Empty>
          )
          : (
            <>
              <p>Some files in each folder were checked. These files cannot be opened:</p>
              <UnseenTable files={unseen} />
            </>
          )}
      </section>
    </Page>
  );
}

function Proposals({ find, mappings }: { find: MappingFind; mappings: PathMapping[] }) {
  const { proposals, unseen, looked } = find;
  const searched = `${count(looked.files, "file")} in ${count(looked.folders, "folder")} checked` +
    (looked.complete ? "." : ", then the search reached its limit. Mount the media in a folder closer to the root.");
  if (unseen.length === 0) return null;
  return (
    <section class="section card stack" aria-labelledby="found-h">
      <h2 id="found-h">Found</h2>
      {proposals.length === 0 && (
        <Note tone="warn">
          None of these files was found on this server. Check whether the disk is mounted{" "}
          {looked.roots.length > 0 && `below ${looked.roots.slice(0, 8).join(", ")}`}? In a container, the media folder
          must be one of its volumes.
        </Note>
      )}
      {proposals.map((proposal) => <Proposal {...proposal} mappings={mappings} />)}
      <p class="quiet small">{searched}</p>
    </section>
  );
}

type ProposalProps = MappingFind["proposals"][number] & { mappings: PathMapping[] };

function Proposal({ app, remote, local, proof, confidence, mappings }: ProposalProps) {
  const link = useLink();
  return (
    <form {...hxForm(link("/api/settings"), { method: "put", then: "/settings/mappings" })} class="stack">
      <input
        type="hidden"
        name="pathMappings:json"
        value={JSON.stringify(withMapping(mappings, { app, remote, local }))}
      />
      <p>
        <span class="path">{remote}</span> in {MANAGERS[app].app} is <span class="path">{local}</span> here.
      </p>
      <p class="quiet small">
        {`${confidence} % confidence, based on ${count(proof.length, "file")}: `}
        <span class="path">{proof.slice(0, 3).join(", ")}</span>
      </p>
      <p class="actions">
        <button type="submit" class="primary">Use this mapping</button>
      </p>
    </form>
  );
}

/** Files with the path reported by their manager. */
export function UnseenTable({ files }: { files: UnseenFile[] }) {
  return (
    <div class="table-wrap">
      <table class="cards" aria-label="Files that cannot be opened">
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Reported by</th>
            <th scope="col">Path</th>
          </tr>
        </thead>
        <tbody>
          {files.map(({ app, title, path, actualPath }) => (
            <tr>
              <td class="lead">{title}</td>
              <td data-label="Reported by">{MANAGERS[app].app}</td>
              <td data-label="Path">
                <span class="path">{path}</span>
                {actualPath === undefined ? null : (
                  <p class="quiet small">
                    The path differs only in its Unicode form (NFC or NFD) or letter case. On this server, it is{" "}
                    <span class="path">{actualPath}</span>. No path mapping is needed.
                  </p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
