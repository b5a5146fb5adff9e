import { useEffect, useState } from "preact/hooks";
import { ProfilePreview, type ProfilePreviewData } from "../../lib/ui/components/profile_preview.tsx";
import { call, errorText } from "../call.ts";
import { previewBody, type SmartDraft } from "./smart_model.ts";

/** Effect of the rules, as returned by the server. */
type Outcome = Omit<ProfilePreviewData, "problem">;

const PREVIEW_DELAY_MS = 300;

/** Requests the effect of the rules shortly after the last change. */
export function SmartPreview({ draft, path }: { draft: SmartDraft; path: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      try {
        const body = previewBody(draft, path);
        const answer = await call<Outcome>("/api/profiles/preview", { method: "POST", body });
        if (!current) return;
        setOutcome(answer);
        setProblem(undefined);
      } catch (error) {
        if (current) setProblem(errorText(error));
      }
    }, PREVIEW_DELAY_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [draft, path]);
  if (problem !== undefined) {
    return <ProfilePreview sample={path === ""} summary={[]} warnings={[]} streams={[]} problem={problem} />;
  }
  return outcome ? <ProfilePreview {...outcome} /> : null;
}
