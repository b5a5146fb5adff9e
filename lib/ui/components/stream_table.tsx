import type { StreamDecision } from "../../encode/plan/model.ts";
import { codecName } from "../../encode/plan/words.ts";
import { Icon, type IconName } from "../icon.tsx";
import { Amounts } from "./amounts.tsx";

const ACTIONS: Record<StreamDecision["action"], { label: string; tone: string; icon: IconName }> = {
  copy: { label: "Copied", tone: "good", icon: "check" },
  encode: { label: "Encoded", tone: "accent", icon: "encode" },
  drop: { label: "Removed", tone: "plain", icon: "cross" },
  burn: { label: "Burned in", tone: "accent", icon: "encode" },
  ocr: { label: "Converted to text", tone: "accent", icon: "file" },
};

const TYPES: Record<StreamDecision["type"], string> = {
  video: "Video",
  audio: "Audio",
  subtitle: "Subtitle",
  attachment: "Attachment",
  data: "Data",
};

/** All streams of the source, what happens to them, and why. */
export function StreamTable({ streams }: { streams: StreamDecision[] }) {
  return (
    <div class="card flush table-wrap">
      <table class="cards">
        <thead>
          <tr>
            <th scope="col" class="num">#</th>
            <th scope="col">Stream</th>
            <th scope="col">Source</th>
            <th scope="col">Action</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>{streams.map((stream) => <StreamRow stream={stream} />)}</tbody>
      </table>
    </div>
  );
}

/** All streams of the source, without the effect of a profile. */
export function StreamSources({ streams }: { streams: StreamDecision[] }) {
  return (
    <ul class="stream-sources small">
      {streams.map((stream) => (
        <li>
          <strong>{TYPES[stream.type]}</strong> {describe(stream)}
        </li>
      ))}
    </ul>
  );
}

function StreamRow({ stream }: { stream: StreamDecision }) {
  const { label, tone, icon } = ACTIONS[stream.action];
  return (
    <tr>
      <td class="num" data-label="Stream">{stream.index}</td>
      <td data-label="Type">{TYPES[stream.type]}</td>
      <td data-label="Source">{describe(stream)}</td>
      <td data-label="Action">
        <span class="badge" data-tone={tone}>
          <Icon name={icon} size={14} />
          {label}
        </span>
      </td>
      <td data-label="Why" class="quiet">
        <span>
          <Amounts text={stream.why} />
        </span>
      </td>
    </tr>
  );
}

function describe(stream: StreamDecision): string {
  const size = stream.width && stream.height ? `${stream.width}×${stream.height}` : "";
  const channels = stream.channels === undefined ? "" : CHANNELS[stream.channels] ?? `${stream.channels} channels`;
  return [codecName(stream.codec), size, channels, stream.language, stream.title && `“${stream.title}”`].filter(Boolean)
    .join(
      " · ",
    );
}

const CHANNELS: Record<number, string> = { 1: "mono", 2: "stereo", 6: "5.1", 7: "6.1", 8: "7.1" };
