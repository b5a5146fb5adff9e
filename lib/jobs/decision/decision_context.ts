import type { DecideOptions } from "../../encode/decision/decide.ts";
import type { ToolSearch } from "../../media/tools/tools.ts";
import { findOcrTools } from "../../media/subtitles/tools.ts";
import type { KnownFacts } from "../../encode/profiles/smart/facts.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { EstimateHistory } from "./estimate_history.ts";

/** File for which a decision is made, with the ID of its title in a manager if known. */
export interface DecisionSubject {
  path: string;
  arr?: string;
  arrId?: number;
}

/**
 * Returns the facts that affect all decisions on this machine. They are read on each call, because settings and tools
 * may change.
 */
export type DecisionContext = (
  about?: DecisionSubject,
) => Promise<Pick<DecideOptions, "corrections" | "ocr" | "method" | "languages" | "known">>;

/** Services and options of the decision context. */
export interface DecisionContextDeps {
  settings: Pick<SettingsService, "current">;
  history: EstimateHistory;
  /** Returns the managers' facts about the title that a file belongs to. */
  titleFacts?: (about: DecisionSubject) => Promise<KnownFacts | undefined>;
  search?: ToolSearch;
}

/** Creates the decision context from settings, history and tools. */
export function createDecisionContext({ settings, history, titleFacts, search }: DecisionContextDeps): DecisionContext {
  return async (about) => {
    const { ocr, transcoding, languages } = settings.current();
    const [corrections, tools, known] = await Promise.all([
      history.corrections(),
      findOcrTools(ocr, search),
      about && titleFacts?.(about),
    ]);
    return {
      corrections,
      ocr: !ocr.enabled ? "off" : tools === undefined ? "missing" : "ready",
      method: transcoding.hardwareAcceleration,
      languages: languages.preferred,
      ...(known ? { known } : {}),
    };
  };
}
