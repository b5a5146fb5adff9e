/** Installation steps by program and platform. */

export type SetupPlatform = "windows" | "macos" | "linux" | "freebsd" | "docker";
/** Programs on the setup page. Only `ffmpeg` is required. */
export type ToolId = "ffmpeg" | "encodertool" | "ripper" | "soulseek" | "ocr" | "cd" | "dovi" | "hdr10plus";

/** One way to install a program: a page, a command, or both. */
export interface SetupStep {
  label: string;
  url?: string;
  command?: string;
}

const PAGES: Record<ToolId, string> = {
  ffmpeg: "https://ffmpeg.org/download.html",
  encodertool: "https://www.freac.org/downloads-mainmenu-33",
  ripper: "https://www.makemkv.com/download/",
  soulseek: "https://github.com/slskd/slskd",
  ocr: "https://tesseract-ocr.github.io/tessdoc/Installation.html",
  cd: "https://www.gnu.org/software/libcdio/",
  dovi: "https://github.com/quietvoid/dovi_tool/releases",
  hdr10plus: "https://github.com/quietvoid/hdr10plus_tool/releases",
};

const apt = (name: string): SetupStep => ({
  label: "Debian, Ubuntu and derivatives",
  command: `sudo apt install ${name}`,
});
const brew = (name: string): SetupStep => ({ label: "Homebrew", command: `brew install ${name}` });
const cask = (name: string): SetupStep => ({ label: "Homebrew", command: `brew install --cask ${name}` });
const winget = (id: string): SetupStep => ({ label: "winget", command: `winget install --id ${id} -e` });
const pkg = (name: string): SetupStep => ({ label: "FreeBSD packages", command: `sudo pkg install ${name}` });
const inImage = (name: string): SetupStep => ({
  label: "In a Debian container, as root; add it to the image's Dockerfile to keep it in new containers",
  command: `apt-get update && apt-get install -y ${name}`,
});

/** `build/docker/build-makemkv.sh`. */
const BUILD_MAKEMKV: SetupStep = {
  label:
    "In Lathe's image, accept its licence in Settings > Discs, MakeMKV in this container. Or run this command on the " +
    "server, in the folder of the compose file (VERSION is on the download page), and then mount ./makemkv at " +
    "/opt/makemkv, read-only",
  command:
    'docker run --rm -it -v "$PWD/makemkv:/opt/makemkv" --entrypoint build-makemkv ghcr.io/lathe-media/lathe VERSION',
};

/** Commands of package managers. Every program also has a download page. */
const COMMANDS: Record<ToolId, Partial<Record<SetupPlatform, SetupStep[]>>> = {
  ffmpeg: {
    linux: [apt("ffmpeg")],
    docker: [inImage("ffmpeg")],
    macos: [brew("ffmpeg")],
    windows: [winget("Gyan.FFmpeg")],
    freebsd: [pkg("ffmpeg")],
  },
  encodertool: { macos: [cask("freac")] },
  ripper: {
    docker: [BUILD_MAKEMKV],
    macos: [cask("makemkv")],
    windows: [winget("GuinpinSoft.MakeMKV")],
  },
  soulseek: {},
  dovi: {},
  hdr10plus: {},
  ocr: {
    linux: [apt("tesseract-ocr")],
    docker: [inImage("tesseract-ocr")],
    macos: [brew("tesseract")],
    windows: [winget("UB-Mannheim.TesseractOCR")],
    freebsd: [pkg("tesseract")],
  },
  cd: {
    linux: [apt("cd-paranoia")],
    docker: [inImage("cd-paranoia")],
    macos: [brew("libcdio-paranoia")],
  },
};

/** Returns the ways to install `tool`, shortest first. Pure. */
export const installSteps = (tool: ToolId, platform: SetupPlatform): SetupStep[] => [
  ...(COMMANDS[tool][platform] ?? []),
  { label: "Download page", url: PAGES[tool] },
];
