import type { Devices } from "../../../lib/encode/hardware/devices.ts";
import { METHODS } from "../../../lib/encode/profiles/encoders/methods.ts";
import type { Settings } from "../../../lib/platform/settings/schema.ts";
import { CheckField, SelectField, TextField } from "../../../lib/ui/field.tsx";
import { hx } from "../../../lib/ui/hx.ts";
import { useLink } from "../../../lib/ui/render.tsx";

/** Active settings and the hardware of this machine. `encoders` are those of the installed ffmpeg, by method. */
export interface HardwareCardData {
  transcoding: Settings["transcoding"];
  devices: Devices & { encoders: Partial<Record<string, string[]>> };
}

/** Hardware settings, with a test of the method as entered, without saving it. */
export function HardwareCard({ transcoding, devices }: HardwareCardData) {
  const link = useLink();
  const found = [
    ...devices.renderNodes.map(({ path, driver, vendor }) => [path, vendor, driver].filter(Boolean).join(", ")),
    ...devices.nvidiaGpus.map(({ index, name }) => `GPU ${index}: ${name}`),
  ];
  const label = (method: string) =>
    method === "none" || (devices.encoders[method]?.length ?? 0) > 0 ? method : `${method} (not in this ffmpeg)`;
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
          options={METHODS.map((method) => [method, label(method)] as const)}
        />
        <TextField name="device" label="Device to test" value={transcoding.device} />
        <CheckField name="hardwareDecoding" label="With hardware decoding" checked={transcoding.hardwareDecoding} />
        <button type="submit">Encode three seconds</button>
      </form>
      <div id="hardware-test-result" aria-live="polite"></div>
    </section>
  );
}
