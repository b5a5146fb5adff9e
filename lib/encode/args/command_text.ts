/** A command as a person would type it: words with anything unusual in single quotes. For display, never run as text. */
export const commandText = (program: string, args: string[]): string => [program, ...args].map(quoted).join(" ");

const quoted = (word: string): string => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
