import type { HealthCheck } from "../model.ts";

/** A problem with a link to the page that fixes it. */
export interface Finding {
  /** Stays the same while the problem persists. */
  id: string;
  type: "warning" | "error";
  code: string;
  message: string;
  link?: string;
}

/** One kind of health check. */
export interface HealthProbe {
  source: string;
  /** Message shown if there are no findings. */
  fine: string;
  look(): Promise<Finding[]>;
}

/** Converts findings to the API's format. `since` returns the time each finding first appeared. */
export function checksOf(probe: HealthProbe, findings: Finding[], since: (id: string) => string): HealthCheck[] {
  if (findings.length === 0) {
    return [{ id: probe.source, type: "ok", source: probe.source, code: "ok", message: probe.fine }];
  }
  return findings.map((finding) => ({ ...finding, source: probe.source, since: since(finding.id) }));
}
