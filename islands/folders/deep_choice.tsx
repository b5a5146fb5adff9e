import { useEffect, useState } from "preact/hooks";
import { bytes, count } from "../../lib/kit/format.ts";
import { call, errorText } from "../call.ts";

/** Media found below a folder. */
interface Found {
  id: string;
  count: number;
  bytes: number;
  note?: string;
}

/** Checkbox that selects all media in a folder and its subfolders, and shows their totals. */
export function DeepChoice({ folder, onContinue }: { folder: string; onContinue(selectionId: string): void }) {
  const [isWanted, setWanted] = useState(false);
  const [found, setFound] = useState<Found>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    setFound(undefined);
    setError(undefined);
    if (!isWanted) return;
    const gone = new AbortController();
    const { signal } = gone;
    call<Found>("/api/selections", { method: "POST", body: { folder }, signal }).then(setFound).catch((thrown) => {
      if (!signal.aborted) setError(errorText(thrown));
    });
    return () => gone.abort();
  }, [isWanted]);
  return (
    <div class="browser-path">
      <label class="check">
        <input type="checkbox" checked={isWanted} onChange={(event) => setWanted(event.currentTarget.checked)} />
        Include subfolders
      </label>
      {isWanted && !found && error === undefined && (
        <>
          <progress aria-label="Searching subfolders" />
          <button type="button" onClick={() => setWanted(false)}>Cancel</button>
        </>
      )}
      {error !== undefined && <span class="small row-error" role="alert">{error}</span>}
      {found && (
        <>
          <button type="button" class="primary" onClick={() => onContinue(found.id)}>
            {`Continue with all ${count(found.count, "file")}`}
          </button>
          <span class="quiet small folder-sum" role="status">
            {[bytes(found.bytes), found.note].filter(Boolean).join(". ")}
          </span>
        </>
      )}
    </div>
  );
}
