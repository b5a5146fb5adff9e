/** A track of the output file. */
export interface OutputTrack {
  /** Index of the input, from 0. */
  input: number;
  /** mkvmerge track ID in the input. */
  id: number;
  kind: "video" | "audio" | "subtitles";
  /** ISO 639-2. `und` if the disc does not specify a language. */
  language: string;
  name?: string;
  isDefault: boolean;
  forced?: boolean;
  hearingImpaired?: boolean;
  visuallyImpaired?: boolean;
  commentary?: boolean;
}

/** Contents of an output file. */
export interface MuxPlan {
  output: string;
  title: string;
  inputs: string[];
  /** Tracks in the order of the output file. */
  tracks: OutputTrack[];
  /** A text file with chapters. */
  chaptersPath?: string;
}

const CHOOSE = { video: "--video-tracks", audio: "--audio-tracks", subtitles: "--subtitle-tracks" } as const;
const NONE = { video: "--no-video", audio: "--no-audio", subtitles: "--no-subtitles" } as const;
const KINDS = ["video", "audio", "subtitles"] as const;

/** Returns the mkvmerge arguments without the program name. Only the listed tracks are read and written. Pure. */
export function muxArgs({ output, title, inputs, tracks, chaptersPath }: MuxPlan): string[] {
  return [
    ...["--output", output, "--title", title],
    ...(chaptersPath === undefined ? [] : ["--chapters", chaptersPath]),
    ...["--track-order", tracks.map(({ input, id }) => `${input}:${id}`).join(",")],
    ...inputs.flatMap((path, input) => [...inputArgs(tracks.filter((track) => track.input === input)), path]),
  ];
}

function inputArgs(tracks: OutputTrack[]): string[] {
  return [
    ...["--no-chapters", "--no-global-tags", "--no-track-tags", "--no-attachments"],
    ...KINDS.flatMap((kind) => {
      const ids = tracks.filter((track) => track.kind === kind).map(({ id }) => id);
      return ids.length > 0 ? [CHOOSE[kind], ids.join(",")] : [NONE[kind]];
    }),
    ...tracks.flatMap(trackArgs),
  ];
}

function trackArgs(track: OutputTrack): string[] {
  const { id, language, name, isDefault } = track;
  const flag = (option: string, on: boolean | undefined) => on === undefined ? [] : [option, `${id}:${on ? 1 : 0}`];
  return [
    ...["--language", `${id}:${language}`],
    ...(name === undefined ? [] : ["--track-name", `${id}:${name}`]),
    ...flag("--default-track-flag", isDefault),
    ...flag("--forced-display-flag", track.forced ?? false),
    ...flag("--hearing-impaired-flag", track.hearingImpaired || undefined),
    ...flag("--visual-impaired-flag", track.visuallyImpaired || undefined),
    ...flag("--commentary-flag", track.commentary || undefined),
  ];
}
