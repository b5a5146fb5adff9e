import { delimiter, isAbsolute, join } from "node:path";

/** A system program that Lathe uses. */
export interface Need {
  /** Name, or the absolute path of a file such as a font. */
  program: string;
  /** Name of the Debian package and of additional packages, separated by spaces. */
  debian: string;
  /** `run`: needed by the service. `test`: needed only by the tests. */
  for: "run" | "test";
  why: string;
}

export const NEEDS: Need[] = [
  { program: "ffmpeg", debian: "ffmpeg", for: "run", why: "encodes media" },
  { program: "ffprobe", debian: "ffmpeg", for: "run", why: "reads media files" },
  { program: "mkvmerge", debian: "mkvtoolnix", for: "test", why: "creates the remuxes that the tests encode" },
  {
    program: "tesseract",
    debian: "tesseract-ocr tesseract-ocr-deu",
    for: "test",
    why: "converts bitmap subtitles to text",
  },
  {
    program: "dvdauthor",
    debian: "dvdauthor",
    for: "test",
    why: "creates the DVDs with which the disc reader is tested",
  },
  { program: "spumux", debian: "dvdauthor", for: "test", why: "creates DVD subtitles" },
  { program: "genisoimage", debian: "genisoimage", for: "test", why: "creates disc images" },
  { program: "7zz", debian: "7zip", for: "test", why: "reads the disc images that the tests create" },
  { program: "cd-paranoia", debian: "cd-paranoia", for: "test", why: "reads the audio of CDs" },
  { program: "cd-info", debian: "libcdio-utils", for: "test", why: "reads the table of contents of audio CDs" },
  { program: "chromium", debian: "chromium", for: "test", why: "runs the pages in the browser tests" },
  { program: "nginx", debian: "nginx-light", for: "test", why: "is the reverse proxy in the URL base tests" },
  { program: "nats-server", debian: "nats-server", for: "test", why: "distributes segments of encodes to agents" },
  {
    program: "mosquitto",
    debian: "mosquitto mosquitto-clients",
    for: "test",
    why: "is the MQTT broker in the dashboard tests",
  },
  { program: "ip", debian: "iproute2", for: "test", why: "creates the network of a remote client" },
  { program: "fc-list", debian: "fontconfig", for: "test", why: "finds the font of the burn-in tests" },
  {
    program: "/usr/share/fonts/truetype/liberation/LiberationSans-Italic.ttf",
    debian: "fonts-liberation",
    for: "test",
    why: "is the font of small letters in DVD subtitles",
  },
  {
    program: "/usr/share/fonts/truetype/dejavu/DejaVuSans-Oblique.ttf",
    debian: "fonts-dejavu-extra",
    for: "test",
    why: "is the font of small letters in DVD subtitles",
  },
];

/** Returns the path of `program` on the search path. An absolute path is only checked for existence. */
export function findProgram(program: string): string | undefined {
  if (isAbsolute(program)) return isFile(program) ? program : undefined;
  const suffix = Deno.build.os === "windows" ? ".exe" : "";
  const places = [...(Deno.env.get("PATH") ?? "").split(delimiter), "/usr/sbin", "/usr/local/bin"];
  return places.map((folder) => join(folder, program + suffix)).find(isFile);
}

/** Returns the Debian packages of the needed programs, without duplicates. */
export const packagesOf = (needs: Need[]): string[] => [...new Set(needs.flatMap((need) => need.debian.split(" ")))];

/** Returns the needed programs that `find` does not find. */
export const missing = (needs: Need[], find: (program: string) => string | undefined): Need[] =>
  needs.filter((need) => find(need.program) === undefined);

export const isRoot = (): boolean => Deno.build.os !== "windows" && Deno.uid() === 0;

/** Returns instructions for installing the programs on this operating system. */
export function plainAdvice(needs: Need[], os: typeof Deno.build.os): string {
  const packages = packagesOf(needs);
  const list = needs.map((need) => `  ${need.program}: ${need.why}`).join("\n");
  const command = os === "darwin"
    ? `brew install ${packages.join(" ")}`
    : os === "windows"
    ? "winget install Gyan.FFmpeg"
    : `sudo apt-get install --no-install-recommends ${packages.join(" ")}`;
  return `Not found on this machine:\n${list}\nInstall with:\n  ${command}`;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
