import { Amounts } from "../../../lib/ui/components/amounts.tsx";
import { type ApiRecord, apiRecords, type RecordSchema, typeOf, type TypePart } from "../../../lib/ui/api_records.ts";
import { Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { HelpTabs } from "./docs.tsx";

/** The part of an OpenAPI document that the page renders. */
export interface ApiDocument {
  paths?: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, RecordSchema> };
}

interface Operation {
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string }[];
  requestBody?: Body;
  responses?: Record<string, Body & { description?: string }>;
}

interface Body {
  content?: Record<string, { schema?: RecordSchema }>;
}

interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

/** Reference page of all endpoints by area and of all records, with a link to the OpenAPI document. */
export function ApiPage({ document }: { document: ApiDocument }) {
  const link = useLink();
  const entries: Entry[] = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation }))
  );
  const areas = [...new Set(entries.map(({ operation }) => operation.tags?.[0] ?? "Other"))];
  return (
    <Page
      title="API"
      lead="Every action in this interface is also available through these endpoints."
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
      <section class="section" id="records" aria-labelledby="records-h">
        <div class="section-head">
          <h2 id="records-h">Records</h2>
        </div>
        <div class="card flush">
          {apiRecords(document.components.schemas).map((record) => <RecordRow key={record.name} {...record} />)}
        </div>
      </section>
    </Page>
  );
}

/** Text of the document, with Markdown code spans rendered as `<code>`. */
const Ticked = ({ text = "" }: { text?: string }) => (
  <>{text.split("`").map((part, i) => i % 2 === 1 ? <code>{part}</code> : <Amounts text={part} />)}</>
);

function EndpointRow({ method, path, operation }: Entry) {
  const parameters = operation.parameters ?? [];
  const schema = schemaOf(operation.requestBody);
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
        {schema?.$ref === undefined
          ? schema && <pre class="code" tabindex={0} aria-label="Body">{JSON.stringify(schema, null, 2)}</pre>
          : (
            <p>
              Body: <Type parts={typeOf(schema)} />
            </p>
          )}
        <ul>
          {Object.entries(operation.responses ?? {}).map(([status, response]) => (
            <li>
              <strong>{status}</strong>{" "}
              <span class="quiet">
                <Ticked text={response.description} />
                <RecordOf schema={schemaOf(response)} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

const schemaOf = (body?: Body): RecordSchema | undefined => body?.content?.["application/json"]?.schema;

/** Link to the record of a response, if its schema refers to a record. */
function RecordOf({ schema }: { schema?: RecordSchema }) {
  const parts = schema === undefined ? [] : typeOf(schema);
  return parts.some((part) => typeof part !== "string")
    ? (
      <>
        : <Type parts={parts} />
      </>
    )
    : null;
}

/** Text of a type, with links to the records in it. */
const Type = ({ parts }: { parts: TypePart[] }) => (
  <>{parts.map((part) => typeof part === "string" ? part : <a href={`#record-${part.record}`}>{part.record}</a>)}</>
);

/** Expandable row of a record. The anchor is on the content, so that a link to the anchor expands the row. */
function RecordRow({ name, description, type, fields }: ApiRecord) {
  return (
    <details class="endpoint">
      <summary>
        <code>{name}</code>
        <span class="quiet small">
          <Ticked text={description} />
        </span>
      </summary>
      <div class="prose endpoint-body" id={`record-${name}`}>
        {fields.length === 0
          ? (
            <p>
              <Type parts={type} />
            </p>
          )
          : (
            <div class="table-wrap" tabindex={0} role="group" aria-label={name}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">Field</th>
                    <th scope="col">Type</th>
                    <th scope="col">Meaning</th>
                  </tr>
                </thead>
                <tbody>
                  {fields.map((field) => (
                    <tr>
                      <td data-label="Field">
                        <code>{field.name}</code>
                      </td>
                      <td data-label="Type">
                        <Type parts={field.type} />
                      </td>
                      <td data-label="Meaning">
                        <Ticked text={field.meaning} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
      </div>
    </details>
  );
}
