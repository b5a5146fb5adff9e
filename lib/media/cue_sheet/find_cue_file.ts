/** Extensions of files that can contain an album's audio, most likely first. */
const AUDIO_EXTENSIONS = ["flac", "ape", "wv", "wav", "tta", "tak", "m4a", "aiff", "aif", "mp3", "bin", "img", "raw"];

/** Finds the file in a folder that a cue sheet refers to. Undefined if there is none or it is ambiguous. */
export type CueFileFinder = (text: string) => string | undefined;

/**
 * Creates a finder for the files that a cue sheet refers to. It returns the file with the same name, otherwise an audio
 * file whose name differs only in the extension, otherwise the only audio file. Only the last part of a path is used,
 * and case is ignored. The names are normalised once, because a sheet may refer to many files and a folder may contain
 * many.
 */
export function cueFileFinder(names: readonly string[]): CueFileFinder {
  const exact = new Set(names);
  const byName = new Map<string, string>();
  const audioByStem = new Map<string, string[]>();
  const audioFiles = names.filter(isAudio);
  for (const name of names) {
    const key = folded(name);
    if (!byName.has(key)) byName.set(key, name);
  }
  for (const name of audioFiles) {
    const stem = baseOf(folded(name));
    const known = audioByStem.get(stem);
    if (known === undefined) audioByStem.set(stem, [name]);
    else known.push(name);
  }
  const onlyAudio = audioFiles.length === 1 ? audioFiles[0] : undefined;
  return (text) => {
    const wanted = folded(text.split(/[/\\]/).at(-1) ?? "");
    if (wanted === "") return onlyAudio;
    const found = exact.has(text) ? text : byName.get(wanted);
    if (found !== undefined) return found;
    const base = baseOf(wanted);
    // `Album.flac.wav` may mean `Album.flac`, and `Album` may mean `Album.flac`.
    const whole = byName.get(base);
    const stems = [base, wanted].flatMap((stem) => audioByStem.get(stem) ?? []);
    const sameBase = whole !== undefined && isAudio(whole) ? [...stems, whole] : stems;
    return sameBase.toSorted((a, b) => rank(a) - rank(b))[0] ?? onlyAudio;
  };
}

/** Same as `cueFileFinder`, for a single file reference. */
export const findCueFile = (text: string, names: readonly string[]): string | undefined => cueFileFinder(names)(text);

const folded = (name: string): string => name.normalize("NFC").toLowerCase();
const baseOf = (name: string): string => name.replace(/\.[^.]*$/, "");
const rank = (name: string): number => AUDIO_EXTENSIONS.indexOf(folded(name).split(".").at(-1) ?? "");
const isAudio = (name: string): boolean => name.includes(".") && rank(name) >= 0;
