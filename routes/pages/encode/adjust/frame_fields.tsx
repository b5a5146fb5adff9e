import type { VideoStream } from "../../../../lib/media/probe/model.ts";

const EDGES = [["top", "Top"], ["right", "Right"], ["bottom", "Bottom"], ["left", "Left"]] as const;
const HEIGHTS = [2160, 1440, 1080, 720, 576, 480];

/** Crop and height of the result. Empty fields use the values of the profile. */
export function FrameFields({ video }: { video: VideoStream }) {
  const [width, height] = video.rotation % 180 === 0 ? [video.width, video.height] : [video.height, video.width];
  return (
    <section class="card stack" aria-labelledby="frame-h">
      <h2 id="frame-h">{`Frame: ${width}×${height}`}</h2>
      <div class="crop-edges">
        {EDGES.map(([edge, label]) => (
          <label>
            <span>{label}</span>
            <input
              type="number"
              name={`overrides.crop.${edge}:number??`}
              min={0}
              max={edge === "top" || edge === "bottom" ? height : width}
              placeholder="auto"
              aria-describedby="crop-help"
              autocomplete="off"
            />
          </label>
        ))}
      </div>
      <p id="crop-help" class="quiet small">
        Pixels to crop from each edge. Empty = as the profile decides. 0 in all = no crop.
      </p>
      <label class="field">
        <span>Maximum height</span>
        <select name="overrides.maxHeight:number??" autocomplete="off">
          <option value="">Profile</option>
          <option value="0">{`Source (${height})`}</option>
          {HEIGHTS.filter((one) => one < height).map((one) => <option value={one}>{one}</option>)}
        </select>
      </label>
    </section>
  );
}
