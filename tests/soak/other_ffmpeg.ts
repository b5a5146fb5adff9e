import { join } from "node:path";

/**
 * Runs all tests that encode with another ffmpeg: `deno run -A tests/soak/other_ffmpeg.ts FOLDER [PATHS]`, where FOLDER
 * contains an ffmpeg and an ffprobe. They cover this machine's own in a private mount namespace (Linux, root). Only
 * this detects options that newer versions reject, because the other tests use the distribution's version.
 */
const [folder, ...paths] = Deno.args;
if (folder === undefined) {
  console.error("Say which folder holds the other ffmpeg and ffprobe.");
  Deno.exit(2);
}
const COVER = 'mount --make-rprivate / && mount --bind "$1/ffmpeg" /usr/bin/ffmpeg && ' +
  'mount --bind "$1/ffprobe" /usr/bin/ffprobe && shift && ffmpeg -version | head -1 && exec "$@"';
const TESTED = ["lib/encode", "lib/media", "lib/jobs", "tests/segments"];
const preloads = ["same_seed", "before_each_file"].flatMap((name) => ["--preload", join("tests/kit", `${name}.ts`)]);
const { code } = await new Deno.Command("unshare", {
  args: [
    ...["--mount", "sh", "-c", COVER, "sh", await Deno.realPath(folder), Deno.execPath(), "test", "-A", "--no-check"],
    ...[...preloads, "--parallel", "--reporter=dot", ...(paths.length > 0 ? paths : TESTED)],
  ],
}).spawn().status;
Deno.exit(code);
