import { fractionOf, type RawSideData } from "./ffprobe_json.ts";
import type { ContentLight, DolbyVision, HdrFormat, MasteringDisplay } from "./model.ts";

/** HDR data in ffprobe's side data, which has the same format for streams and frames. */
export interface HdrFacts {
  masteringDisplay?: MasteringDisplay;
  contentLight?: ContentLight;
  dolbyVision?: DolbyVision;
  hdr10Plus: boolean;
}

/**
 * Returns the HDR format for a transfer function, as named by ffmpeg: SMPTE ST 2084 is HDR10, ARIB STD-B67 is HLG, and
 * all others are SDR.
 */
export function hdrFormat(transfer: string | undefined): HdrFormat {
  if (transfer === "smpte2084") return "hdr10";
  return transfer === "arib-std-b67" ? "hlg" : "sdr";
}

/** Reads all HDR data. The first occurrence is used, so side data of the stream must be before that of frames. */
export function hdrFacts(sideData: RawSideData[]): HdrFacts {
  const facts: HdrFacts = { hdr10Plus: false };
  let stated: Luminance | undefined;
  for (const data of sideData) {
    const type = data.side_data_type.toLowerCase();
    if (type.startsWith("mastering display")) {
      // A container may contain only the luminance. The primaries are then taken from the frames.
      stated ??= luminance(data);
      facts.masteringDisplay ??= masteringDisplay(data, stated);
    } else if (type.startsWith("content light")) facts.contentLight ??= contentLight(data);
    else if (type.startsWith("dovi configuration")) facts.dolbyVision ??= dolbyVision(data);
    else if (type.includes("2094-40") || type.includes("hdr10+")) facts.hdr10Plus = true;
  }
  return facts;
}

/** Luminance in candela per square metre. */
type Luminance = Pick<MasteringDisplay, "minLuminance" | "maxLuminance">;

const valueAt = (data: RawSideData, name: string): number => {
  const fraction = fractionOf(data[name]);
  return fraction ? fraction[0] / fraction[1] : 0;
};

function luminance(data: RawSideData): Luminance | undefined {
  const [minLuminance, maxLuminance] = [valueAt(data, "min_luminance"), valueAt(data, "max_luminance")];
  return maxLuminance > 0 ? { minLuminance, maxLuminance } : undefined;
}

function masteringDisplay(data: RawSideData, stated: Luminance | undefined): MasteringDisplay | undefined {
  const point = (name: string): [number, number] => [valueAt(data, `${name}_x`), valueAt(data, `${name}_y`)];
  const [red, green, blue, white] = [point("red"), point("green"), point("blue"), point("white_point")];
  const complete = [red, green, blue, white].every(([x, y]) => x > 0 && y > 0);
  return complete && stated ? { red, green, blue, white, ...stated } : undefined;
}

function contentLight(data: RawSideData): ContentLight | undefined {
  const [maxCll, maxFall] = [Number(data.max_content ?? 0), Number(data.max_average ?? 0)];
  return maxCll > 0 || maxFall > 0 ? { maxCll, maxFall } : undefined;
}

function dolbyVision(data: RawSideData): DolbyVision {
  return {
    profile: Number(data.dv_profile ?? 0),
    level: Number(data.dv_level ?? 0),
    baseCompatible: Number(data.dv_bl_signal_compatibility_id ?? 0),
    hasEnhancementLayer: Number(data.el_present_flag ?? 0) === 1,
  };
}
