/** Kinds of files that hold the sound of an album, the likelier first. */
const SOUND = ["flac", "ape", "wv", "wav", "tta", "tak", "m4a", "aiff", "aif", "mp3", "bin", "img", "raw"];

/**
 * The file of a folder that a sheet means by `text`: of the same name, else of the same name before the last dot, else the
 * only one with sound. Only the last part of a path counts; letters of another case are the same. Undefined when none is
 * meant, or more than one could be.
 */
export function findCueFile(text: string, names: readonly string[]): string | undefined {
  const wanted = folded(text.split(/[/\\]/).at(-1) ?? "");
  if (wanted === "") return onlyOne(names);
  const exact = names.find((name) => name === text) ?? names.find((name) => folded(name) === wanted);
  if (exact !== undefined) return exact;
  const base = baseOf(wanted);
  const isSame = (name: string) => name === base || [base, wanted].includes(baseOf(name));
  const sameBase = names.filter((name) => isSound(name) && isSame(folded(name)));
  return sameBase.toSorted((a, b) => rank(a) - rank(b))[0] ?? onlyOne(names);
}

function onlyOne(names: readonly string[]): string | undefined {
  const sounds = names.filter(isSound);
  return sounds.length === 1 ? sounds[0] : undefined;
}

const folded = (name: string): string => name.normalize("NFC").toLowerCase();
const baseOf = (name: string): string => name.replace(/\.[^.]*$/, "");
const rank = (name: string): number => SOUND.indexOf(folded(name).split(".").at(-1) ?? "");
const isSound = (name: string): boolean => name.includes(".") && rank(name) >= 0;
