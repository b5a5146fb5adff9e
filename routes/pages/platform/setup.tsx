import { hxForm } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";

/** Response of `GET /api/setup/tools`. */
export interface SetupData {
  platform: string;
  tools: {
    id: string;
    name: string;
    purpose: string;
    required: boolean;
    available: boolean;
    detail?: string;
    steps: { label: string; url?: string; command?: string }[];
    note?: string;
  }[];
}

/** First-run page: installed programs, missing programs, and the exact command that installs them. */
export function SetupPage({ tools }: SetupData) {
  const link = useLink();
  const missing = tools.some((tool) => tool.required && !tool.available);
  return (
    <Page
      title="Tools check"
      lead={missing ? "A required program is missing." : "All required programs are installed."}
      actions={
        <>
          <a class="button" href={link("/setup")}>Check again</a>
          <form {...hxForm(link("/api/setup/dismiss"), { then: "/" })}>
            <input type="hidden" name="dismissed:boolean" value="true" />
            <button type="submit" class="primary">{missing ? "Skip" : "Start"}</button>
          </form>
        </>
      }
    >
      <div class="stack">{tools.map((tool) => <ToolCard tool={tool} />)}</div>
    </Page>
  );
}

/** State of a program, and how to install it if it is missing. */
export function ToolCard({ tool }: { tool: SetupData["tools"][number] }) {
  return (
    <article class="card stack" aria-label={tool.name}>
      <div class="section-head">
        <div>
          <h2>{tool.name}</h2>
          <p class="quiet">{tool.purpose}</p>
        </div>
        <span class="badge" data-tone={tool.available ? "good" : tool.required ? "bad" : undefined}>
          <Icon name={tool.available ? "check" : tool.required ? "warn" : "info"} size={14} />
          {tool.available ? "Found" : tool.required ? "Missing" : "Optional"}
        </span>
      </div>
      {tool.detail && <p class="path">{tool.detail}</p>}
      {!tool.available && tool.steps.map((step) => (
        <div>
          <p class="label">{step.label}</p>
          {step.command && (
            <p class="command-copy">
              <code>{step.command}</code>
            </p>
          )}
          {step.url && <a class="path" href={step.url} rel="noreferrer">{step.url}</a>}
        </div>
      ))}
      {tool.note && <p class="quiet small">{tool.note}</p>}
    </article>
  );
}
