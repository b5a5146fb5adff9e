import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { findProgram } from "../../build/needs.ts";
import type { ExpectedDisc } from "../../lib/library/barcodes/model.ts";
import { generateMovies } from "../fakes/arr/data.ts";
import { startRadarr } from "../fakes/arr/radarr.ts";
import { openPage } from "../kit/browser.ts";
import { run } from "../kit/run.ts";
import { assertClean, browserTest } from "../kit/scene.ts";
import { api, type RunningService } from "../kit/service.ts";

/** Scanning a barcode with a phone camera, which a video file simulates. */

const CODE = "4006381333931";
const PHONE = { width: 360, height: 740 };

/**
 * Returns the bars of an EAN-13 with its guards, one character per module. Black is 1 (GS1 General Specifications,
 * 5.2).
 */
function modulesOf(code: string): string {
  const odd = [
    "0001101",
    "0011001",
    "0010011",
    "0111101",
    "0100011",
    "0110001",
    "0101111",
    "0111011",
    "0110111",
    "0001011",
  ];
  const flipped = (text: string) => text.replace(/./g, (bit) => bit === "1" ? "0" : "1");
  const right = odd.map(flipped);
  const even = right.map((text) => [...text].reverse().join(""));
  const parity = ["OOOOOO", "OOEOEE", "OOEEOE", "OOEEEO", "OEOOEE", "OEEOOE", "OEEEOO", "OEOEOE", "OEOEEO", "OEEOEO"];
  const digits = [...code].map(Number);
  const pattern = parity[digits[0] ?? 0] ?? "";
  const left = digits.slice(1, 7).map((digit, at) => (pattern[at] === "E" ? even : odd)[digit]).join("");
  return `101${left}01010${digits.slice(7).map((digit) => right[digit]).join("")}101`;
}

/** Creates a video of the barcode that Chromium uses as its camera. */
async function cameraFile(folder: string, code?: string): Promise<string> {
  const [width, height, module] = [640, 480, 4];
  const bars = code === undefined ? "" : modulesOf(code);
  const grey = new Uint8Array(width * height).fill(235);
  const start = Math.round((width - bars.length * module) / 2);
  for (let y = 120; y < 360; y++) {
    for (let x = 0; x < bars.length * module; x++) {
      if (bars[Math.floor(x / module)] === "1") grey[y * width + start + x] = 16;
    }
  }
  const pgm = join(folder, "code.pgm");
  const header = new TextEncoder().encode(`P5 ${width} ${height} 255\n`);
  await Deno.writeFile(pgm, new Uint8Array([...header, ...grey]));
  const file = join(folder, "camera.y4m");
  await run("ffmpeg", ["-v", "error", "-loop", "1", "-i", pgm, "-t", "1", "-r", "10", "-pix_fmt", "yuv420p", file]);
  return file;
}

async function phoneWithCamera(file: string) {
  const executablePath = findProgram("chromium");
  ok(executablePath);
  return await chromium.launch({
    executablePath,
    args: [
      ...["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
      ...["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"],
      `--use-file-for-fake-video-capture=${file}`,
    ],
  });
}

const setUp = (service: RunningService, radarr: { url: string; key: string }) =>
  api(service, "/api/settings", {
    method: "PUT",
    body: {
      experiments: { barcode: true, wanted: true },
      // No external service is queried. The barcode is already known.
      discdb: { enabled: false },
      releasedb: { enabled: false },
      connections: { movie: { enabled: true, url: radarr.url, apiKey: radarr.key } },
    },
  });

/** Stores the result of an earlier lookup. */
async function remember(configDir: string): Promise<void> {
  const { createClient } = await import("@libsql/client/sqlite3");
  const path = (await Array.fromAsync(Deno.readDir(configDir))).length > 0 ? await databaseIn(configDir) : "";
  const client = createClient({ url: `file:${path}` });
  // The running service writes to the same database file.
  await client.execute("PRAGMA busy_timeout = 30000");
  const product = {
    code: CODE,
    product: "Heat [Blu-ray] [1995]",
    title: "Heat",
    year: 1995,
    kind: "movie",
    source: "product",
  };
  await client.execute({
    sql: "INSERT INTO barcode_answers (code, product, at) VALUES (?, ?, ?)",
    args: [CODE, JSON.stringify(product), Date.now()],
  });
  client.close();
}

async function databaseIn(folder: string): Promise<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (name === "lathe.db") return path;
    if (isDirectory) {
      const found = await databaseIn(path);
      if (found !== "") return found;
    }
  }
  return "";
}

browserTest(
  "slow: a barcode in front of the camera ends on its title, which is then expected",
  async ({ service, media }) => {
    const [film] = generateMovies({ count: 1, root: "/movies", seed: 3 });
    ok(film);
    await using radarr = await startRadarr({ movies: [{ ...film, id: 1, title: "Heat", year: 1995, tmdbId: 949 }] });
    await setUp(service, radarr);
    await remember(service.configDir);
    const browser = await phoneWithCamera(await cameraFile(media, CODE));
    try {
      const view = await openPage(browser, PHONE);
      const { page } = view;
      await page.goto(`${service.url}/scan`);
      await assertClean(view, "scan-360");
      await page.getByRole("button", { name: "Use the camera" }).click();
      await page.waitForURL(/code=4006381333931/, { timeout: 300_000 });
      await page.getByRole("heading", { name: "Heat (1995)" }).waitFor();
      await page.waitForLoadState("networkidle");
      // The covers of fictional movies have nonexistent addresses.
      same(view.faults.splice(0).filter((text) => !/status of 403/.test(text)), []);
      await assertClean(view, "scan-found-360");
      await page.getByRole("button", { name: "Confirm this title" }).first().click();
      await page.waitForURL(/added=/);
      await page.getByText("Heat (1995) was added to the expected discs. Scan the next one.").waitFor();
      // The barcode is still in front of the camera.
      await page.getByText("Done.").waitFor();
      const { body } = await api<ExpectedDisc[]>(service, "/api/barcode/expected");
      same(body.map(({ title, arrId, code }) => [title, arrId, code]), [["Heat", 1, CODE]]);
      await page.goto(`${service.url}/discs`);
      await page.getByRole("heading", { name: "Expected discs" }).waitFor();
      await assertClean(view, "discs-expected-360");
      await page.goto(`${service.url}/wanted`);
      await assertClean(view, "wanted-360");
      await page.goto(`${service.url}/scan`);
      const typed = await page.evaluate(() => document.querySelector("button[data-camera]")?.hasAttribute("hidden"));
      is(typed, false);
    } finally {
      await browser.close();
    }
  },
);

/**
 * Behaviours of the browser's barcode detector. `camera` is the barcode in front of the camera, for Lathe's barcode
 * reader.
 */
const DETECTORS: [
  name: string,
  does: "reads" | "throws" | "cannot be made" | "knows other formats",
  camera?: string,
][] = [
  ["is used where it knows the formats", "reads"],
  ["that fails is replaced by our own", "throws", CODE],
  ["that cannot be made is replaced by our own", "cannot be made", CODE],
  ["that knows no such barcodes is not asked", "knows other formats", CODE],
];
for (const [name, does, camera] of DETECTORS) {
  browserTest(`slow: the browser's own detector ${name}`, async ({ service, media }) => {
    await api(service, "/api/settings", {
      method: "PUT",
      body: { experiments: { barcode: true }, discdb: { enabled: false }, releasedb: { enabled: false } },
    });
    await remember(service.configDir);
    const browser = await phoneWithCamera(await cameraFile(media, camera));
    try {
      const view = await openPage(browser, PHONE);
      const { page } = view;
      const asked: string[] = [];
      await page.exposeFunction("detectorAsked", (what: string) => void asked.push(what));
      await page.addInitScript(({ does, code }) => {
        const note = (what: string) =>
          (globalThis as unknown as { detectorAsked(what: string): void }).detectorAsked(what);
        const BarcodeDetector = class {
          constructor() {
            note("made");
            if (does === "cannot be made") throw new DOMException("No service.", "NotSupportedError");
          }
          static getSupportedFormats = () => Promise.resolve(does === "knows other formats" ? ["qr_code"] : ["ean_13"]);
          detect() {
            note("detect");
            if (does === "throws") return Promise.reject(new DOMException("No service.", "NotSupportedError"));
            return Promise.resolve([{ rawValue: code }]);
          }
        };
        Object.assign(globalThis, { BarcodeDetector });
      }, { does, code: CODE });
      await page.goto(`${service.url}/scan`);
      await page.getByRole("button", { name: "Use the camera" }).click();
      await page.waitForURL(/code=4006381333931/, { timeout: 300_000 });
      await page.getByRole("heading", { name: /Heat/ }).first().waitFor();
      same(
        [...new Set(asked)],
        {
          "reads": ["made", "detect"],
          "throws": ["made", "detect"],
          "cannot be made": ["made"],
          "knows other formats": [],
        }[does],
      );
      if (does === "throws") is(asked.length, 2, "one failure is enough");
    } finally {
      await browser.close();
    }
  });
}
