import { hx } from "../../../../lib/ui/hx.ts";
import { useLink } from "../../../../lib/ui/render.tsx";
import { findSettings } from "../../../../lib/ui/settings/setting_fields.ts";

/**
 * Field that searches all settings by label, hint and key while the user types. Without JavaScript, a button starts the
 * search.
 */
export function SettingsFinder({ query = "", hasAdvanced }: { query?: string; hasAdvanced?: boolean }) {
  const link = useLink();
  const typing = hx({
    get: link("/settings?part=found"),
    trigger: "input changed delay:150ms, search",
    target: "#settings-found",
    swap: "innerHTML",
    sync: "this:replace",
  });
  return (
    <div class="settings-finder">
      <form method="get" action={link("/settings")} role="search">
        <div class="field">
          <label for="find-setting">Find a setting</label>
          <div class="finder-row">
            <input
              type="search"
              id="find-setting"
              name="q"
              value={query}
              placeholder="e.g. Radarr, port or eject"
              autocomplete="off"
              {...typing}
            />
            <button type="submit" class="unscripted">Find</button>
          </div>
        </div>
      </form>
      {hasAdvanced && (
        <label class="check scripted">
          <input type="checkbox" id="show-advanced" />
          Show advanced
        </label>
      )}
      <div id="settings-found" class="settings-found" aria-live="polite">
        <FoundSettings query={query} />
      </div>
    </div>
  );
}

/** Search results, each a link to its field. */
export function FoundSettings({ query }: { query: string }) {
  const link = useLink();
  if (query.trim() === "") return null;
  const found = findSettings(query);
  if (found.length === 0) return <p class="quiet">{`No setting matches “${query.trim()}”.`}</p>;
  return (
    <ul class="found-settings" aria-label="Matching settings">
      {found.map(({ key, label, help, page, section, path }) => (
        <li key={key}>
          <a href={link(path)}>{label}</a>
          <span class="quiet small">{page === section ? page : `${page} › ${section}`}</span>
          {help && <span class="small">{help}</span>}
        </li>
      ))}
    </ul>
  );
}
