import { wholeApp } from "../../routes/app.ts";
import type { TestApp } from "../fixtures/app.ts";

/** A test app behind a socket, for browsers. */
export interface ServedApp extends AsyncDisposable {
  url: string;
}

/** Serves the app with the built browser assets. The test determines the access to other machines. */
export async function serveApp({ services }: Pick<TestApp, "services">): Promise<ServedApp> {
  const manifest = await Deno.readTextFile(new URL("manifest.json", services.instance.staticFiles));
  const app = await wholeApp({ ...services, instance: { ...services.instance, assets: JSON.parse(manifest) } });
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request, { remoteAddr }) => app.fetch(request, { peer: remoteAddr.hostname, secure: false }),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    // Browsers keep event streams open.
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
