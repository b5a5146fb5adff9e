/** Formats chapters in the simple (OGM) format that mkvmerge reads. Starts are in milliseconds. */
export const chapterText = (starts: number[]): string =>
  starts.map((ms, i) => {
    const number = String(i + 1).padStart(2, "0");
    return `CHAPTER${number}=${clockText(ms)}\nCHAPTER${number}NAME=Chapter ${number}\n`;
  }).join("");

function clockText(ms: number): string {
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  return `${two(ms / 3_600_000)}:${two(ms / 60_000 % 60)}:${two(ms / 1000 % 60)}.${String(ms % 1000).padStart(3, "0")}`;
}
