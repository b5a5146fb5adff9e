import type { BinEntry } from "../../../../lib/jobs/bin_schema.ts";
import { bytes, count } from "../../../../lib/kit/format.ts";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Empty, Note, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/** Files that would be deleted from the recycle bins. Deletes them after confirmation. */
export function DeletePage({ entries }: { entries: BinEntry[] }) {
  const link = useLink();
  const size = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <Page
      title="Delete kept files"
      lead="A deleted original cannot be restored."
      actions={<a class="button" href={link("/bin")}>Cancel</a>}
    >
      {entries.length === 0
        ? (
          <Empty title="Nothing to delete">
            <p>These jobs have no files in a recycle bin.</p>
          </Empty>
        )
        : (
          <form class="card section stack" {...hxForm(link("/api/bin/delete"), { then: "/bin" })}>
            <ul>
              {entries.map(({ path, title, restoresTo, sizeBytes, keptBecause }) => (
                <li key={path}>
                  <input type="hidden" name="paths:texts" value={path} />
                  {title} ({bytes(sizeBytes)}) <span class="quiet small path">{restoresTo}</span>
                  {keptBecause !== undefined && <Note tone="warn">{keptBecause}</Note>}
                </li>
              ))}
            </ul>
            <div class="actions">
              <button type="submit" class="danger">
                <Icon name="trash" size={16} />
                Delete {count(entries.length, "file")} ({bytes(size)})
              </button>
            </div>
          </form>
        )}
    </Page>
  );
}
