/** Results of an API call for several files or drives. */
interface Results {
  files?: { path: string; result: string; reason?: string }[];
  swapped?: number[];
  skipped?: { index: number; reason: string }[];
}

/** Shows the result for each file or drive next to the button. */
export function discResults(form: HTMLElement): void {
  form.addEventListener("lathe:saved", (event) => {
    const output = form.querySelector("output");
    if (output === null) return;
    output.replaceChildren(...sentencesOf((event as CustomEvent<Results>).detail).map(lineOf));
    output.hidden = false;
  });
}

function lineOf(text: string): HTMLElement {
  const line = document.createElement("span");
  line.className = "block path";
  line.textContent = text;
  return line;
}

/** Returns one sentence per file or drive. If there are none, returns a single sentence that says so. */
export function sentencesOf({ files, swapped, skipped = [] }: Results): string[] {
  if (files !== undefined) {
    const lines = files.map(({ path, result, reason }) => `${path}: ${result}${reason ? `. ${reason}` : ""}`);
    return lines.length === 0 ? ["There are no files to import."] : lines;
  }
  const done = swapped?.length ?? 0;
  const first = done === 0 ? "No disc was ejected." : `${done} ${done === 1 ? "disc was" : "discs were"} ejected.`;
  return [first, ...skipped.map(({ reason }) => reason)];
}
