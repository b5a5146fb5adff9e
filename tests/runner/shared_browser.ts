import { type BrowserServer, chromium } from "playwright-core";
import { BRIEF_PAGES, BROWSER_ARGS, findChromium } from "../kit/browser.ts";

/** The single Chromium of a run. It is started when the first test file needs it, and restarted after a crash. */
export interface SharedBrowser extends AsyncDisposable {
  /** Returns the WebSocket address at which test files connect to it. */
  endpoint(): Promise<string>;
}

export function createSharedBrowser(): SharedBrowser {
  let server: Promise<BrowserServer> | undefined;
  const launch = async () => {
    const launched = await chromium.launchServer({
      executablePath: findChromium(),
      args: [...BROWSER_ARGS, ...BRIEF_PAGES],
    });
    launched.on("close", () => server = undefined);
    return launched;
  };
  return {
    endpoint: async () => (await (server ??= launch())).wsEndpoint(),
    [Symbol.asyncDispose]: async () => await (await server)?.close(),
  };
}
