import { COMMON_PASSWORDS } from "./common_passwords.ts";

const SHORTEST = 8;
const LONGEST = 1024;

/** Describes in a sentence what is wrong with a new password. Undefined if it is acceptable (safety.md, S-AUTH-7). */
export function passwordProblem(password: string, username: string): string | undefined {
  const length = [...password].length;
  if (length < SHORTEST) return `Use at least ${SHORTEST} characters.`;
  if (password.length > LONGEST) return `Use at most ${LONGEST} characters.`;
  const plain = password.toLowerCase();
  if (COMMON_PASSWORDS.has(plain)) return "This password is too common. Choose another one.";
  if (username !== "" && plain === username.toLowerCase()) {
    return "The password is the same as the user name. Choose another one.";
  }
  if (new Set(plain).size === 1) return "The password repeats a single character. Choose another one.";
}
