import { countResults, type Evidence, type EvidenceRule, readEvidence } from "../../../lib/app/status/evidence.ts";
import { Fault } from "../../../lib/kit/fault.ts";
import { count } from "../../../lib/kit/format.ts";
import { VERSION } from "../../../lib/kit/version.ts";
import { Markdown } from "../../../lib/ui/components/markdown.tsx";
import { Icon } from "../../../lib/ui/icon.tsx";
import { Note, Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { attachment } from "../../http/attachment.ts";
import { drawing } from "../../http/draw.ts";
import { router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import { HelpTabs } from "./docs.tsx";

const RELEASES = "https://github.com/lathe-media/lathe/releases";

/** Safety rules with their tests and results, the list of packages, and instructions to reproduce the executable. */
export function EvidencePage({ evidence, version }: { evidence?: Evidence; version: string }) {
  return (
    <Page title="Evidence" lead="The safety rules, the tests that verify them, and how to check this build.">
      <HelpTabs />
      {evidence ? <Rules evidence={evidence} /> : <NotGenerated />}
      <Packages present={evidence !== undefined} />
      <Rebuild version={version} denoVersion={evidence?.denoVersion} />
    </Page>
  );
}

function NotGenerated() {
  return (
    <section class="card stack" aria-labelledby="rules-h">
      <h2 id="rules-h">Safety rules</h2>
      <p>
        Released versions include the safety rules with their tests and results. This copy of Lathe runs from source, so
        the page has not been generated yet. Generate it in the source folder, then reload this page:
      </p>
      <Commands lines={["deno task evidence"]} />
      <p class="quiet">
        To add results, run <code>LATHE_TEST_RESULTS=docs/test-results.json deno task test:all</code> first.
      </p>
    </section>
  );
}

function Rules({ evidence: { areas } }: { evidence: Evidence }) {
  const rules = areas.flatMap((area) => area.rules);
  const { passed, failed, skipped, unknown } = countResults(rules);
  return (
    <>
      <section class="card stack" aria-labelledby="rules-h">
        <h2 id="rules-h">Safety rules</h2>
        <p>
          {`${count(rules.length, "rule")}, each verified by at least one automated test. `}
          {unknown > 0 && passed + failed + skipped === 0
            ? "This build contains no results: it was built without running the tests."
            : `Results of the tests for this build: ${passed} passed, ${failed} failed, ${skipped} skipped` +
              (unknown > 0 ? `, ${unknown} not run.` : ".")}
        </p>
        {failed > 0 && (
          <Note tone="bad">Some tests for this build failed. The rules that they verify may be violated.</Note>
        )}
      </section>
      {areas.map((area, i) => (
        <section class="section" aria-labelledby={`area-${i}`}>
          <div class="section-head">
            <h2 id={`area-${i}`}>{area.name}</h2>
          </div>
          <ul class="card stack">{area.rules.map((rule) => <Rule rule={rule} />)}</ul>
        </section>
      ))}
    </>
  );
}

const TONES = { passed: "good", failed: "bad", skipped: undefined, unknown: undefined } as const;

function Rule({ rule }: { rule: EvidenceRule }) {
  const counts = countResults([rule]);
  return (
    <li>
      <p>
        <code>{rule.id}</code> {rule.requirement}
      </p>
      <details>
        <summary>
          <span class="badges">
            {(["passed", "failed", "skipped", "unknown"] as const).map((result) =>
              counts[result] > 0 && (
                <span class="badge" data-tone={TONES[result]}>
                  {result === "passed" && <Icon name="check" size={14} />}
                  {result === "failed" && <Icon name="warn" size={14} />}
                  {result === "unknown" ? count(counts.unknown, "test") : `${count(counts[result], "test")} ${result}`}
                </span>
              )
            )}
          </span>
        </summary>
        <ul class="small">
          {rule.tests.map(({ name, result }) => <li>{result === undefined ? name : `${name} (${result})`}</li>)}
        </ul>
      </details>
    </li>
  );
}

function Packages({ present }: { present: boolean }) {
  const link = useLink();
  return (
    <section class="card stack section" aria-labelledby="packages-h">
      <h2 id="packages-h">Packages</h2>
      <p>
        {present
          ? (
            <>
              <a href={link("/docs/evidence/sbom")}>List of packages</a>{" "}
              (SBOM, CycloneDX) with the version and checksum of every package that the build uses.{" "}
            </>
          )
          : "The list of packages (SBOM) is generated together with this page. "}
        The container image includes a separate list, which also contains its system packages.
      </p>
    </section>
  );
}

function Rebuild({ version, denoVersion = Deno.version.deno }: { version: string; denoVersion?: string }) {
  return (
    <section class="card stack section" aria-labelledby="rebuild-h">
      <h2 id="rebuild-h">Rebuild the executable byte for byte</h2>
      <p>
        {`Use Deno ${denoVersion} on the same system and processor. Put `}
        <code>test-results.json</code> from <a href={RELEASES} rel="noreferrer">the release</a> into the folder{" "}
        <code>docs</code> of the sources, because the results are part of the executable:
      </p>
      <Commands
        lines={[
          `git clone --branch v${version} https://github.com/lathe-media/lathe`,
          "cd lathe",
          "deno install --frozen",
          "deno task compile",
          "sha256sum dist/lathe",
        ]}
      />
      <p>
        Compare the checksum with the line for your platform in <code>SHA256SUMS</code> from the release.
      </p>
    </section>
  );
}

const Commands = ({ lines }: { lines: string[] }) => <Markdown text={["```sh", ...lines, "```"].join("\n")} copied />;

/** The evidence page, and the list of packages as a download. */
export function evidencePages(services: Pick<Services, "settings" | "instance" | "health">) {
  const { docs } = services.instance;
  const { page } = drawing(services);
  const app = router();
  app.get("/docs/evidence", async (c) => {
    const evidence = await readEvidence(new URL("../evidence.json", docs));
    return page(c, <EvidencePage evidence={evidence} version={VERSION} />);
  });
  app.get("/docs/evidence/sbom", async (c) => {
    const text = await Deno.readTextFile(new URL("../sbom.json", docs)).catch((error) => {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    });
    if (text === undefined) {
      throw new Fault("not_found", "This build has no list of packages. Run `deno task evidence`.");
    }
    return c.body(text, 200, {
      "Content-Type": "application/vnd.cyclonedx+json",
      "Content-Disposition": attachment(`lathe-${VERSION}-sbom.json`),
    });
  });
  return app;
}
