import type { Probe } from "../../../../lib/media/probe/model.ts";
import { duration } from "../../../../lib/kit/format.ts";

/** Preview button for the selected profiles, with the position to preview. The comparison is rendered below it. */
export function PreviewBar({ probe }: { probe: Probe }) {
  const last = Math.max(1, Math.floor(probe.durationSeconds) - 1);
  const moment = Math.floor(probe.durationSeconds / 3);
  return (
    <section
      class="card preview-bar scripted"
      aria-labelledby="preview-h"
      data-behaviour="encodePreview"
      data-path={probe.path}
    >
      <div class="section-head">
        <div>
          <h3 id="preview-h">Preview before encoding</h3>
          <p class="quiet small">
            Encodes short scenes with each selected profile and compares the results side by side. The file is not
            changed.
          </p>
        </div>
        <span class="actions">
          <button type="button" data-preview-rough disabled>Quick preview (one scene)</button>
          <button type="button" class="primary" data-preview-start disabled>Preview</button>
        </span>
      </div>
      <div class="preview-moment">
        <label class="check">
          <input type="checkbox" name="withMoment" autocomplete="off" />
          Include this position: <output for="moment">{duration(moment)}</output>
        </label>
        <input
          id="moment"
          type="range"
          name="moment"
          aria-label="Moment"
          min={0}
          max={last}
          value={moment}
          autocomplete="off"
        />
      </div>
      <div data-preview-target hx-morph-skip="true"></div>
    </section>
  );
}
