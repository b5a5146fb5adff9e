import { Amounts } from "../../../lib/ui/components/amounts.tsx";
import { Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { HelpTabs } from "./docs.tsx";

/** The part of an OpenAPI document that the page renders. */
export interface ApiDocument {
  paths?: Record<string, Record<string, Operation>>;
}

interface Operation {
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string }[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { description?: string }>;
}

interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

/** Readable reference of all endpoints by area, with a link to the machine-readable document. */
export function ApiPage({ document }: { document: ApiDocument }) {
  const link = useLink();
  const entries: Entry[] = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation }))
  );
  const areas = [...new Set(entries.map(({ operation }) => operation.tags?.[0] ?? "Other"))];
  return (
    <Page
      title="API"
      lead="Every function of this interface is available through these calls."
      actions={<a class="button" href={link("/api/openapi.json")}>OpenAPI document</a>}
    >
      <HelpTabs />
      {areas.map((area) => (
        <section class="section" aria-label={area}>
          <div class="section-head">
            <h2>{area}</h2>
          </div>
          <div class="card flush">
            {entries.filter(({ operation }) => (operation.tags?.[0] ?? "Other") === area).map((entry) => (
              <EndpointRow {...entry} />
            ))}
          </div>
        </section>
      ))}
    </Page>
  );
}

/** Text of the document, with Markdown code spans rendered as code. */
const Ticked = ({ text = "" }: { text?: string }) => (
  <>{text.split("`").map((part, i) => i % 2 === 1 ? <code>{part}</code> : <Amounts text={part} />)}</>
);

function EndpointRow({ method, path, operation }: Entry) {
  const parameters = operation.parameters ?? [];
  const schema = operation.requestBody?.content?.["application/json"]?.schema;
  return (
    <details class="endpoint">
      <summary>
        <span class="badge" data-tone={method === "get" ? "good" : "accent"}>{method.toUpperCase()}</span>
        <code>/api{path}</code>
        <span class="quiet small">
          <Ticked text={operation.summary} />
        </span>
      </summary>
      <div class="stack endpoint-body">
        {parameters.length > 0 && (
          <ul>
            {parameters.map((parameter) => (
              <li>
                <code>{parameter.name}</code>{" "}
                <span class="quiet">
                  in {parameter.in}
                  {parameter.required ? ", required" : ""}
                  {parameter.description && ": "}
                  <Ticked text={parameter.description} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {schema !== undefined && (
          <pre class="code" tabindex={0} aria-label="Body">{JSON.stringify(schema, null, 2)}</pre>
        )}
        <ul>
          {Object.entries(operation.responses ?? {}).map(([status, { description }]) => (
            <li>
              <strong>{status}</strong>{" "}
              <span class="quiet">
                <Ticked text={description} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
