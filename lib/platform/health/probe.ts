import type { HealthCheck } from "../model.ts";

/** Something that is wrong, with the page that mends it. */
export interface Finding {
  /** The same while it is the same thing that is wrong. */
  id: string;
  type: "warning" | "error";
  code: string;
  message: string;
  link?: string;
}

/** One kind of thing that is looked at. */
export interface HealthProbe {
  source: string;
  /** What is said while nothing is wrong. */
  fine: string;
  look(): Promise<Finding[]>;
}

/** What a probe found, as the API answers it. `since` remembers when each finding was first made. */
export function checksOf(probe: HealthProbe, findings: Finding[], since: (id: string) => string): HealthCheck[] {
  if (findings.length === 0) {
    return [{ id: probe.source, type: "ok", source: probe.source, code: "ok", message: probe.fine }];
  }
  return findings.map((finding) => ({ ...finding, source: probe.source, since: since(finding.id) }));
}
