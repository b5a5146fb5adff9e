import { rejects, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { openBadLink } from "../../../../tests/kit/bad_link.ts";
import { CREDENTIALS, openFarmLink, SECRET } from "../../../../tests/fixtures/farm_link.ts";
import { withFolder } from "../../../../tests/fixtures/folder.ts";
import { until } from "../../../../tests/kit/until.ts";
import { ENCODE_WORKER_URL } from "../../../jobs/workers/encode_client.ts";
import { joinCodeText } from "../../protocol.ts";
import { runAgent } from "../run_agent.ts";
import { pinnedClient } from "./pinned_https.ts";
import { fetchStanding } from "./standing.ts";

type Link = Awaited<ReturnType<typeof openFarmLink>>;

const test = (name: string, work: (link: Link, folder: string) => Promise<void>) =>
  Deno.test({
    name,
    // The HTTPS client keeps a timer that outlives the test.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      withFolder(async (folder) => {
        const link = await openFarmLink(folder);
        try {
          await work(link, folder);
        } finally {
          await link.server.stop(0);
        }
      }),
  });

test("an agent finds its service at the other addresses of its code", async (link) => {
  const signal = new AbortController().signal;
  const gone = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const [here, nowhere] = [`127.0.0.1:${link.server.port}`, `127.0.0.1:${gone.addr.port}`];
  gone.close();
  const client = pinnedClient({
    ...{ address: nowhere, otherAddresses: [here], certificate: link.certificate.cert },
    credential: CREDENTIALS.one ?? "",
  });
  try {
    await rejects(fetchStanding(client, signal));
    is((await fetchStanding(client, signal)).state, "pending");
    is(client.address, here);
  } finally {
    client.close();
  }
});

test(
  "a new code of the same service updates the address of an agent, and creates no other agent",
  async (link, folder) => {
    await using moved = await openBadLink(link.server.port);
    const begin = async (port: number, secret: string, sign: string) => {
      const controller = new AbortController();
      const lines: string[] = [];
      const { fingerprint } = link.certificate;
      const ended = runAgent({
        folder: join(folder, "agent"),
        code: joinCodeText({ addresses: [`127.0.0.1:${port}`], fingerprint, secret }),
        ...{ options: {}, workerUrl: ENCODE_WORKER_URL, measure: () => Promise.resolve({}) },
        log: (_level, message) => void lines.push(message),
        signal: controller.signal,
      });
      await until(() => lines.some((line) => line.includes(sign)));
      controller.abort(new Error("ended"));
      await ended.catch(() => {});
    };
    await begin(link.server.port, SECRET, "Joined the service");
    await begin(moved.port, "n".repeat(32), `has already joined the service at 127.0.0.1:${moved.port}`);
    is(link.joined.length, 1);
  },
);
