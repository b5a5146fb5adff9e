import type { Machine } from "../../../lib/encode/hardware/service.ts";
import { methodObstacle } from "../../../lib/encode/profiles/choices/obstacles.ts";
import { METHODS } from "../../../lib/encode/profiles/encoders/methods.ts";
import type { Settings } from "../../../lib/platform/settings/schema.ts";
import { CheckField, SelectField, TextField } from "../../../lib/ui/field.tsx";
import { hx } from "../../../lib/ui/hx.ts";
import { useLink } from "../../../lib/ui/render.tsx";

/** Active settings and the hardware of this machine. */
export interface HardwareCardData {
  transcoding: Settings["transcoding"];
  machine: Machine;
}

/** Hardware settings, with a test of the entered method that does not save it. */
export function HardwareCard({ transcoding, machine }: HardwareCardData) {
  const link = useLink();
  const found = [
    ...machine.renderNodes.map(({ path, driver, vendor }) => [path, vendor, driver].filter(Boolean).join(", ")),
    ...machine.nvidiaGpus.map(({ index, name }) => `GPU ${index}: ${name}`),
  ];
  return (
    <section class="card stack settings-aside" aria-labelledby="hardware-test-h">
      <h2 id="hardware-test-h">Test the hardware</h2>
      <p class="quiet small">
        {found.length > 0 ? `Found: ${found.join("; ")}.` : "No GPU was found on this server."}
      </p>
      <form
        class="stack"
        {...hx({
          post: link("/api/transcoding/test"),
          target: "#hardware-test-result",
          swap: "innerMorph",
          disable: "find button",
        })}
      >
        <SelectField
          name="hardwareAcceleration"
          label="Method to test"
          value={transcoding.hardwareAcceleration}
          options={METHODS.map((method) => ({ id: method, name: method, obstacle: methodObstacle(method, machine) }))}
        />
        <TextField name="device" label="Device to test" value={transcoding.device} />
        <CheckField name="hardwareDecoding" label="Use hardware decoding" checked={transcoding.hardwareDecoding} />
        <button type="submit">Encode three seconds</button>
      </form>
      <div id="hardware-test-result" aria-live="polite"></div>
    </section>
  );
}
