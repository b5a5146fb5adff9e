import type { Verdict } from "./trial.ts";

/** Reports the share detected by each tier, and every undetected mutant with its source line before and after. */
export async function reportLines(verdicts: Verdict[], read: (path: string) => Promise<string>): Promise<string[]> {
  const count = (tier: Verdict["noticedBy"]): number => verdicts.filter(({ noticedBy }) => noticedBy === tier).length;
  const [fast, slow, none] = [count("fast"), count("slow"), count("none")];
  const percent = (part: number, whole: number): string => `${(whole === 0 ? 0 : part / whole * 100).toFixed(1)} %`;
  const survivors = verdicts.filter(({ noticedBy }) => noticedBy === "none");
  return [
    `${verdicts.length} mutants: ${fast} noticed by fast tests, ${slow} by slow tests alone, ${none} by none.`,
    `All tests notice ${percent(fast + slow, verdicts.length)}; fast tests notice ${
      percent(fast, fast + slow)
    } of these.`,
    ...(await Promise.all(survivors.map((verdict) => survivorLines(verdict, read)))).flat(),
  ];
}

async function survivorLines({ mutant, tried }: Verdict, read: (path: string) => Promise<string>): Promise<string[]> {
  const text = await read(mutant.path);
  const lineStart = text.lastIndexOf("\n", mutant.start - 1) + 1;
  const lineEnd = text.indexOf("\n", mutant.end);
  const before = text.slice(lineStart, lineEnd).trim();
  const after = (text.slice(lineStart, mutant.start) + mutant.replacement + text.slice(mutant.end, lineEnd)).trim();
  return ["", `${mutant.path}:${mutant.line} ${mutant.kind}, ${tried} test files`, `  - ${before}`, `  + ${after}`];
}
