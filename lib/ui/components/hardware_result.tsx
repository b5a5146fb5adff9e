import type { TestResult } from "../../encode/hardware/trial_encode.ts";
import { Note } from "../layout.tsx";

/** Result of a test encode: its speed, or ffmpeg's error. */
export function HardwareTestView({ result }: { result: TestResult }) {
  const { ok, encoder, fps, error, note, command, log } = result;
  return (
    <div class="stack">
      <Note tone={ok ? "info" : "bad"}>
        <p>{ok ? `${encoder} works: ${fps} FPS at 1080p.` : error}</p>
        {note && <p>{note}</p>}
      </Note>
      {command && (
        <details>
          <summary>Command and log</summary>
          <pre class="code" tabindex={0} aria-label="Test command and log">{[command, ...log].join("\n")}</pre>
        </details>
      )}
    </div>
  );
}
