import { ACTIONS, type Cause } from "../cause_model.ts";

/** Causes in filters: scaling, colours, subtitles in the picture, measurements, and their connections. */
export const FILTER_CAUSES: readonly Cause[] = [
  {
    id: "filter-colours",
    title: "The colours of the video cannot be converted",
    explanation:
      "A filter does not support the colour properties of the source. They are missing, or are those of Dolby Vision 5.",
    remedy: "Choose a profile without tone mapping and colour conversion, or one with libplacebo.",
    match: [
      /no path between colorspaces/,
      /^Unsupported (?:input|output) (?:colou?r ?(?:space|range|matrix|property)|primaries|transfer)/i,
      /^(?:input|output) color ?space undefined/i,
      /^Only support HDR10 as input for vaapi tone-mapping/,
      /^Missing color space information/,
      /^unsupported (?:transfer function|colou?r ?space|primaries)(?!.{0,40}setting it)/i,
      /^VAAPI driver doesn't support HDR/,
      /^Invalid color ?space$/,
    ],
    action: ACTIONS.profile,
  },
  {
    id: "filter-size",
    title: "A filter refused the size of the picture",
    explanation: "The crop, the padding or the scaled size does not fit the video, or the video changes its size.",
    remedy: "Choose a profile without cropping and scaling. Then retry.",
    match: [
      /^Padded dimensions cannot be smaller than input dimensions/,
      /^Rescaled (?:value for width or height|dimensions)/,
      /^Input area .{1,80} not within the padded area/,
      /active window must be positive/,
      /image dimensions must be divisible by subsampling factor/,
    ],
    action: ACTIONS.profile,
  },
  {
    id: "subtitle-burn-failed",
    title: "The subtitles could not be drawn into the picture",
    explanation: "The filter that draws subtitles found no subtitles, or subtitles of a kind that it does not support.",
    remedy: "Choose a profile that copies subtitles, or check the subtitle file.",
    match: [
      /^Unable to locate subtitle stream in/,
      /^Only text based subtitles are currently supported/,
      /^Could not create a libass track/,
      /^Could not initiali[sz]e libass/,
      /^Failed to find subtitle codec/,
    ],
    action: ACTIONS.subtitles,
  },
  {
    id: "vmaf-model-missing",
    title: "The model for VMAF was not found",
    explanation: "ffmpeg or the measuring tool could not load the file with which VMAF rates the quality.",
    remedy: "Install an ffmpeg with the built-in VMAF models, or install the model files.",
    match: [
      /could not read model from path/,
      /Failed to load VMAF model/i,
      /(?:could not|problem) (?:load(?:ing)?|pars(?:e|ing)) (?:libvmaf )?model/i,
    ],
    action: ACTIONS.programs,
  },
  {
    id: "compared-sizes-differ",
    title: "The compared videos have different sizes",
    explanation: "The quality cannot be measured, because the encode and its source differ in size or format.",
    remedy: "Choose a profile without cropping and scaling for the comparison. Then retry.",
    match: [
      /^Width and height of input videos must be same/,
      /^[Ii]nput width must match/,
      /^[Ii]nputs? (?:videos )?must be of (?:the )?same pixel format/,
    ],
    action: ACTIONS.profile,
  },
  {
    id: "filtered-and-copied",
    title: "A stream is both filtered and copied",
    explanation:
      "The job filters a stream, for example to draw subtitles into it, but copies it. Filtered streams must be encoded.",
    remedy: "Choose a profile that encodes this stream, or remove the extra filters of the profile.",
    match: [
      /Filtering and streamcopy cannot be used together/,
      /^Streamcopy requested for output stream .{0,40}fed from a complex filtergraph/,
      /^Filtergraph '.{0,400}' was (?:defined|specified).{0,80}, but codec copy was selected/,
      /^Filtergraph '.{0,400}' was defined for \w{4,10} output stream .{1,20} but codec copy was selected/,
    ],
    action: ACTIONS.profile,
  },
  {
    id: "filtered-twice",
    title: "A stream has two sets of filters",
    explanation: "The command filters one stream in a graph with other streams, and once more without them.",
    remedy: "Remove the extra filters of the profile. Then retry.",
    match: [
      /\b[Ss]imple and complex filtering cannot be used together/,
      /(?:^| )(?:-vf\/-af\/-filter|-filter_script\S{0,20}) and -filter_complex cannot be used together/,
      /^Filtergraph '.{0,400}' was specified through the -/,
    ],
    action: ACTIONS.profile,
  },
  {
    id: "filter-connections",
    title: "The filters of the job cannot be connected",
    explanation: "The command connects a filter with a stream that does not exist or is of another kind.",
    remedy: "Remove the extra filters of the profile. If the profile has none, retry, so that the file is read again.",
    match: [
      /^Cannot find (?:a matching|an unused \w{1,12} input) stream (?:for|to feed the) unlabeled input pad/,
      /^Media type mismatch between the/,
      /^Filter .{1,60} has an unconnected output/,
      /^Stream specifier '.{0,60}' in filtergraph description .{1,300} matches no streams/,
      /^Filtergraph has (?:a|an) \w{1,12} output, cannot connect/,
      /^Invalid (?:file|stream) index \d{1,4} in filtergraph description/,
    ],
    action: ACTIONS.profile,
  },
];
