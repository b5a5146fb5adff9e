import type { ComponentChildren } from "preact";
import type { MakemkvOffer, MakemkvSetup } from "../../../../lib/discs/rippers/makemkv/setup/model.ts";
import { hx, hxForm } from "../../../../lib/ui/hx.ts";
import { Note } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { CHANGES, Redrawn } from "../system/system_frame.tsx";

/** Path that returns the state of MakeMKV as a fragment of the page. */
const PART = "/settings/discs?part=makemkv";

/**
 * Card for building MakeMKV in a container: its licence, the user's consent, and the state of the build. Empty outside
 * a container.
 */
export function MakemkvCard({ setup }: { setup: MakemkvSetup }) {
  const link = useLink();
  if (setup.state === "unavailable" && setup.missing === undefined) return null;
  return (
    <section class="card stack settings-aside" id="makemkv" aria-labelledby="makemkv-h">
      <h2 id="makemkv-h">MakeMKV in this container</h2>
      <Redrawn url={link(PART)} target="#makemkv-state">
        <MakemkvFacts setup={setup} />
      </Redrawn>
    </section>
  );
}

/** State of the build. Polls while it runs. */
export function MakemkvFacts({ setup }: { setup: MakemkvSetup }) {
  const link = useLink();
  const polling = setup.state === "building"
    ? hx({ get: link(PART), trigger: "every 5s", swap: "outerMorph", target: "this" })
    : {};
  return <div class="stack" id="makemkv-state" {...polling}>{STATES[setup.state](setup)}</div>;
}

const FORM = `actions ${CHANGES}`;

const STATES: Record<MakemkvSetup["state"], (setup: MakemkvSetup) => ComponentChildren> = {
  unavailable: () => (
    <p class="quiet small">
      This container does not start as root, so MakeMKV cannot be built here. <OtherWay />
    </p>
  ),
  unprepared: (setup) => <Unprepared setup={setup} />,
  ready: ({ offer }) => (
    <>
      <p class="quiet small">
        MakeMKV copies protected discs. The image does not contain it, because its licence does not permit copies. Read
        the licence here; once you accept it, the next start of the container builds MakeMKV in a few minutes.
      </p>
      <Licence offer={offer} />
    </>
  ),
  accepted: ({ version }) => (
    <>
      <Note tone="info">MakeMKV {version} will be built at the next start of the container.</Note>
      <div class="actions">
        <RestartContainer />
        <Withdraw label="Cancel the build" />
      </div>
    </>
  ),
  building: ({ version, log }) => (
    <>
      <Note tone="info">MakeMKV {version} is being built. This page shows when it is done.</Note>
      <BuildLog log={log} />
    </>
  ),
  failed: ({ version, log, offer }) => (
    <>
      <Note tone="warn">
        MakeMKV {version} could not be built. The build is not repeated until its licence is accepted again.
      </Note>
      <BuildLog log={log} />
      <Withdraw label="Dismiss the failure" />
      <Licence offer={offer} />
    </>
  ),
  built: ({ version, offer }) => (
    <>
      <p>MakeMKV {version} is built. Lathe uses it unless another path is set above.</p>
      <Licence offer={offer} />
    </>
  ),
};

const READ_WRITE = "read_only: false";

function Unprepared({ setup: { missing } }: { setup: MakemkvSetup }) {
  return (
    <>
      <p class="quiet small">
        {missing === "read-only"
          ? "The root of this container is read-only, so the compiler for MakeMKV cannot be installed."
          : "This container has no writable volume for MakeMKV at /opt/makemkv."}{" "}
        Change these lines of the service in the compose file, and start it with <code>docker compose up -d</code>:
      </p>
      <pre>{missing === "read-only" ? READ_WRITE : `${READ_WRITE}\nvolumes:\n  - ./makemkv:/opt/makemkv`}</pre>
      <p class="quiet small">
        After the build, set it to <code>read_only: true</code> again; the volume stays. <OtherWay />
      </p>
    </>
  );
}

/** Note about the other way to provide MakeMKV in a container: mounting a folder. */
function OtherWay() {
  const link = useLink();
  return (
    <>
      A folder with MakeMKV can also be mounted: <a href={link("/docs/install#makemkv-in-docker")}>MakeMKV in Docker</a>
      {" "}
      in the help.
    </>
  );
}

function Licence({ offer }: { offer: MakemkvOffer | undefined }) {
  const link = useLink();
  return (
    <>
      <form {...hxForm(link("/api/disc/makemkv/licence"), { done: "The licence was read." })} class={FORM}>
        <label>
          Version{" "}
          <input name="version:text??" placeholder="newest" size={10} maxLength={20} pattern="\d+(\.\d+){1,3}" />
        </label>
        <button type="submit">Read the licence</button>
      </form>
      {offer && (
        <>
          <h3>Licence of MakeMKV {offer.version}</h3>
          <pre class="licence" tabIndex={0}>{offer.licence}</pre>
          <form {...hxForm(link("/api/disc/makemkv/accept"), { done: "The licence was accepted." })} class={FORM}>
            <input type="hidden" name="version" value={offer.version} />
            <input type="hidden" name="licenceSha256" value={offer.licenceSha256} />
            <button type="submit" class="primary">Accept licence and build</button>
          </form>
        </>
      )}
    </>
  );
}

/** Form that ends the process. The restart policy in the compose files then starts the container again. */
function RestartContainer() {
  const link = useLink();
  return (
    <form
      method="post"
      action={link("/api/system/shutdown")}
      data-behaviour="restart"
      data-confirm={"Stop Lathe, so that Docker starts the container again? Running encodes are stopped and continue " +
        "afterwards. Without a restart policy, start the container on the server."}
    >
      <button type="submit" class="primary">Restart the container</button>
    </form>
  );
}

function Withdraw({ label }: { label: string }) {
  const link = useLink();
  return (
    <form {...hxForm(link("/api/disc/makemkv/withdraw"), { done: "No build is planned." })} class={CHANGES}>
      <button type="submit">{label}</button>
    </form>
  );
}

function BuildLog({ log }: { log: string | undefined }) {
  return log === undefined || log.trim() === "" ? null : (
    <details open>
      <summary>End of the log</summary>
      <pre class="licence">{log}</pre>
    </details>
  );
}
