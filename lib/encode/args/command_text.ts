/**
 * Formats a command as a user would type it. Arguments with special characters are in single quotes. For display only,
 * never executed.
 */
export const commandText = (program: string, args: string[]): string => [program, ...args].map(quoted).join(" ");

const quoted = (word: string): string => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
