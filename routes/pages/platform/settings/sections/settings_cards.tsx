import { shortCardName } from "../../../../../lib/jobs/capacity/cards.ts";
import { CheckField, NumberField, SelectField, TextField } from "../../../../../lib/ui/field.tsx";
import { Rows } from "../settings_rows.tsx";
import { Part, useSettings } from "../settings_section.tsx";

/** Limits of the GPUs. Detected GPUs are offered by name. Without any, the device is typed. */
export function CardLimits() {
  const { settings: { transcoding: { cards } }, gpus = [] } = useSettings();
  const known = new Set(gpus.map(({ id }) => id));
  const choices = [
    ...gpus,
    ...cards.filter(({ device }) => !known.has(device)).map(({ device }) => ({
      id: device,
      name: `${shortCardName(device)} (not found)`,
    })),
  ];
  const free = gpus.find(({ id }) => cards.every(({ device }) => device !== id)) ?? gpus[0];
  return (
    <Part
      title="GPU limits"
      id="f-transcoding-cards"
      advanced
    >
      <p class="quiet small wide">
        Encodes on a listed GPU count against its limit, not as concurrent jobs. If one GPU of a method is listed, the
        others are not used.
      </p>
      <Rows
        name="transcoding.cards"
        items={cards}
        blank={{ device: free?.id ?? "", limit: 1, enabled: true }}
        empty="Every encode is one of the concurrent jobs."
        addLabel="Add a GPU"
        removeLabel="Remove this GPU"
        row={({ device, limit, enabled }, at) => (
          <div class="fields">
            {choices.length > 0
              ? <SelectField name={`${at}.device`} label="GPU" value={device} options={choices} />
              : (
                <TextField
                  name={`${at}.device`}
                  label="GPU"
                  value={device}
                  placeholder="/dev/dri/renderD128"
                  help="GPU index or render node."
                  required
                />
              )}
            <NumberField name={`${at}.limit`} label="Concurrent encodes" value={limit} min={1} max={32} />
            <CheckField name={`${at}.enabled`} label="Use this GPU" checked={enabled} />
          </div>
        )}
      />
    </Part>
  );
}
