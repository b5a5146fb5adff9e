/** Uses the camera of the scan page to detect a barcode, and submits the form with its number. */

/** Reads the barcode in the current frame of the camera. */
type ReadVideo = (video: HTMLVideoElement) => Promise<string | undefined>;

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

const FORMATS = ["ean_13", "ean_8", "upc_a", "upc_e"];
const SCAN_EVERY_MS = 150;
/** Number of equal reads that are required, because a single read may be wrong in poor light. */
const SAME_READS = 2;
/** Number of reads without a barcode after which the disc is considered to be removed. */
const AWAY_READS = 10;
const MAX_WIDTH = 960;

const form = document.querySelector<HTMLFormElement>("form[data-scan]");
const button = document.querySelector<HTMLButtonElement>("button[data-camera]");
const video = document.querySelector<HTMLVideoElement>("video[data-camera]");
const status = document.querySelector<HTMLElement>("[data-camera-status]");

if (form && button && video && status) {
  // Browsers allow camera access only over HTTPS and on localhost.
  if (!globalThis.isSecureContext || !navigator.mediaDevices) {
    status.textContent = "The camera requires HTTPS or localhost. Enter the number instead.";
  } else {
    button.hidden = false;
    button.addEventListener("click", () => {
      button.disabled = true;
      scan(form, video, status).catch((error) => {
        button.disabled = false;
        status.textContent = cameraProblem(error);
      });
    });
    if (form.dataset.scan === "now") button.click();
  }
}

async function scan(form: HTMLFormElement, video: HTMLVideoElement, status: HTMLElement): Promise<void> {
  status.textContent = "Starting the camera…";
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  try {
    video.srcObject = stream;
    video.hidden = false;
    await video.play();
    const read = await readerWith(video.dataset.camera ?? "");
    status.textContent = "Hold the barcode in front of the camera.";
    const code = await firstCode(read, video, {
      handled: form.dataset.handled,
      onHandled: () => status.textContent = "Done. Hold the next barcode in front of the camera.",
    });
    const field = form.elements.namedItem("code");
    if (field instanceof HTMLInputElement) field.value = code;
    status.textContent = `Looking up ${code}…`;
    form.requestSubmit();
  } finally {
    stream.getTracks().forEach((track) => track.stop());
  }
}

/**
 * Returns the next barcode. The barcode of the previous disc may still be in view, so it is accepted again only after
 * it has been out of view for a while.
 */
async function firstCode(
  read: ReadVideo,
  video: HTMLVideoElement,
  { handled, onHandled }: { handled: string | undefined; onHandled(): void },
): Promise<string> {
  let [last, times, misses] = ["", 0, 0];
  for (let isAway = handled === undefined;;) {
    const code = await read(video);
    if (code === undefined) isAway ||= ++misses >= AWAY_READS;
    else if (!isAway && sameNumber(code, handled)) {
      misses = 0;
      onHandled();
    } else {
      times = code === last ? times + 1 : 1;
      last = code;
      if (times >= SAME_READS) return code;
    }
    await new Promise((resolve) => setTimeout(resolve, SCAN_EVERY_MS));
  }
}

/** A UPC-A number is an EAN-13 number without the leading zero. */
const sameNumber = (a: string, b = ""): boolean => a.padStart(13, "0") === b.padStart(13, "0");

/** Uses the barcode reader of the browser until it fails, then the reader that is part of Lathe. */
async function readerWith(url: string): Promise<ReadVideo> {
  const native = await nativeReader().catch(() => undefined);
  if (native === undefined) return await ownReader(url);
  let own: ReadVideo | undefined;
  return async (video) => {
    if (own !== undefined) return await own(video);
    try {
      return await native(video);
    } catch {
      // Some browsers list barcode formats that they cannot read, because a system service is missing.
      own = await ownReader(url);
      return undefined;
    }
  };
}

/** Returns the barcode reader of the browser. Undefined if the browser does not support these barcodes. */
async function nativeReader(): Promise<ReadVideo | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => []) ?? [])
    .filter((format) => FORMATS.includes(format));
  if (BarcodeDetector === undefined || !formats.includes("ean_13")) return undefined;
  const detector = new BarcodeDetector({ formats });
  return async (video) => (await detector.detect(video))[0]?.rawValue;
}

async function ownReader(url: string): Promise<ReadVideo> {
  const { readFrame } = await import(url) as typeof import("./frame_reader.ts");
  const canvas = document.createElement("canvas");
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  if (drawing === null) throw new Error("This browser cannot read the camera image.");
  return (video) => {
    const shrink = Math.min(1, MAX_WIDTH / Math.max(1, video.videoWidth));
    canvas.width = Math.round(video.videoWidth * shrink);
    canvas.height = Math.round(video.videoHeight * shrink);
    if (canvas.width === 0) return Promise.resolve(undefined);
    drawing.drawImage(video, 0, 0, canvas.width, canvas.height);
    return Promise.resolve(readFrame(drawing.getImageData(0, 0, canvas.width, canvas.height)));
  };
}

function cameraProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") return "Camera access is blocked. Allow it in the browser, or enter the number.";
  if (name === "NotFoundError") return "No camera was found. Enter the number instead.";
  return "The camera cannot be used. Enter the number instead.";
}
