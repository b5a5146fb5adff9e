import { DAMAGE_CLASSES } from "./damage.ts";
import { type Judgement, type Mode, MODES, type Outcome } from "./judge.ts";

/** Output of the suite: counts by class, every accepted damage, every rejected good result, times. */

const judgementsOf = (outcomes: readonly Outcome[], mode: Mode): { outcome: Outcome; judgement: Judgement }[] =>
  outcomes.flatMap((outcome) => {
    const judgement = outcome.judgements[mode];
    return judgement ? [{ outcome, judgement }] : [];
  });

const percent = (part: number, whole: number): string => `${whole === 0 ? "0.0" : ((100 * part) / whole).toFixed(1)} %`;

/** Returns the lines of the whole report. */
export function reportLines(outcomes: readonly Outcome[]): string[] {
  const damaged = outcomes.filter((outcome) => outcome.class !== "good");
  const good = outcomes.filter((outcome) => outcome.class === "good");
  return [
    ...(damaged.length > 0 ? damageLines(damaged) : []),
    ...(good.length > 0 ? goodLines(good) : []),
    ...timeLines(outcomes),
  ];
}

function damageLines(outcomes: readonly Outcome[]): string[] {
  const fair = outcomes.filter(({ unfair }) => unfair === undefined);
  const kinds = new Set(fair.map((one) => `${one.class}: ${one.name}`)).size;
  const lines = [`Damaged files: ${fair.length} of ${kinds} kinds`];
  for (const mode of MODES) {
    const all = judgementsOf(fair, mode);
    if (all.length === 0) continue;
    lines.push(`  ${mode}`);
    for (const name of [...DAMAGE_CLASSES, "in all"] as const) {
      const own = all.filter(({ outcome }) => name === "in all" || outcome.class === name);
      const accepted = own.filter(({ judgement }) => judgement.accepted).length;
      if (own.length === 0) continue;
      lines.push(
        `    ${name.padEnd(10)} ${String(own.length - accepted).padStart(4)} refused, ${
          String(accepted).padStart(4)
        } accepted` +
          ` (${percent(accepted, own.length)})`,
      );
    }
  }
  for (const mode of MODES) {
    const accepted = judgementsOf(fair, mode).filter(({ judgement }) => judgement.accepted);
    if (accepted.length > 0) lines.push(`Accepted in ${mode} though damaged: ${accepted.length}`);
    for (const { outcome, judgement } of accepted) {
      const said = judgement.warnings.length > 0 ? `; warnings: ${judgement.warnings.join("; ")}` : "";
      lines.push(`  ${outcome.class}: ${outcome.name} @ ${outcome.encode}${said}`);
    }
  }
  const unfair = outcomes.filter((outcome) => outcome.unfair !== undefined);
  if (unfair.length > 0) lines.push(`Not counted, mistakes of the suite: ${unfair.length}`);
  for (const one of unfair) lines.push(`  ${one.class}: ${one.name} @ ${one.encode}: ${one.unfair?.slice(0, 600)}`);
  return lines;
}

function goodLines(outcomes: readonly Outcome[]): string[] {
  const fair = outcomes.filter(({ unfair }) => unfair === undefined);
  const lines = [`Good results: ${fair.length}`];
  for (const mode of MODES) {
    const all = judgementsOf(fair, mode);
    const refused = all.filter(({ judgement }) => !judgement.accepted);
    if (all.length > 0) lines.push(`  ${mode}: ${all.length - refused.length} accepted, ${refused.length} refused`);
    for (const { outcome, judgement } of refused) {
      lines.push(`    refused: ${outcome.name} @ ${outcome.encode}: ${judgement.problems.join("; ")}`);
    }
  }
  const warned = fair.filter(({ judgements }) => Object.values(judgements).some(({ warnings }) => warnings.length > 0));
  if (warned.length > 0) lines.push(`  accepted with warnings: ${warned.length}`);
  for (const { name, encode, unfair } of outcomes.filter((one) => one.unfair !== undefined)) {
    lines.push(`  could not be judged: ${name} @ ${encode}: ${unfair?.slice(0, 600)}`);
  }
  return lines;
}

function timeLines(outcomes: readonly Outcome[]): string[] {
  return MODES.flatMap((mode) => {
    const times = judgementsOf(outcomes, mode).map(({ judgement }) => judgement.seconds).sort((a, b) => a - b);
    if (times.length === 0) return [];
    const median = times[times.length >> 1] ?? 0;
    return [
      `Seconds of the verifier in ${mode}: median ${median.toFixed(2)}, longest ${(times.at(-1) ?? 0).toFixed(2)}`,
    ];
  });
}
