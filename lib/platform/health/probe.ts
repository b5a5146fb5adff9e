import type { HealthCheck } from "../model.ts";

/** A problem, with a link to the page where it can be fixed. */
export interface Finding {
  /** Identifier that does not change while the problem exists. */
  id: string;
  type: "warning" | "error";
  code: string;
  message: string;
  link?: string;
  /** Start of the problem, if it is known. By default, the time at which the finding first appeared. */
  since?: string;
  /** True if it concerns only a feature that has not been used. Home and the menu leave it to System. */
  optional?: true;
}

/** One kind of health check. */
export interface HealthProbe {
  source: string;
  /** Message that is shown if there are no findings. */
  fine: string;
  check(): Promise<Finding[]>;
}

/** Converts findings to the form used by the API. `since` returns the time at which each finding first appeared. */
export function checksOf(probe: HealthProbe, findings: Finding[], since: (id: string) => string): HealthCheck[] {
  if (findings.length === 0) {
    return [{ id: probe.source, type: "ok", source: probe.source, code: "ok", message: probe.fine }];
  }
  return findings.map((finding) => ({ ...finding, source: probe.source, since: finding.since ?? since(finding.id) }));
}
