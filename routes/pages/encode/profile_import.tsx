import { hx, hxForm } from "../../../lib/ui/hx.ts";
import { Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";

/** Form that imports profiles from a file. It shows the content of the file before anything is saved. */
export function ProfileImportPage() {
  const link = useLink();
  const show = hx({
    post: link("/api/profiles/import"),
    target: "#import-found",
    swap: "innerHTML",
    headers: '{"Accept":"text/html"}',
    trigger: "click",
    include: "#import-source",
  });
  return (
    <Page
      title="Import profiles"
      lead="Import profiles exported by Lathe, or presets exported by HandBrake (Presets > Export). Nothing is saved until you confirm."
      actions={<a class="button" href={link("/profiles")}>All profiles</a>}
    >
      <form
        class="stack"
        data-behaviour="profileImport"
        {...hxForm(link("/api/profiles/import"), { then: "/profiles" })}
      >
        <input type="hidden" name="create:boolean" value="true" />
        <div class="field scripted">
          <label for="import-file">File</label>
          <input id="import-file" type="file" accept=".json,application/json" />
        </div>
        <div class="field">
          <label for="import-source">Or paste the file contents</label>
          <textarea id="import-source" name="source" rows={8} spellcheck={false} required />
        </div>
        <div class="actions scripted">
          <button type="button" {...show} data-show>Show contents</button>
        </div>
        <div id="import-found" aria-live="polite"></div>
        <div class="actions">
          <button type="submit" class="primary">Import profiles</button>
        </div>
      </form>
    </Page>
  );
}
