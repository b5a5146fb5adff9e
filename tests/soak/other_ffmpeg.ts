import { join } from "node:path";

/**
 * Runs what encodes with another ffmpeg in the place of this machine's: `deno run -A tests/soak/other_ffmpeg.ts FOLDER
 * [PATHS]`, where FOLDER holds an ffmpeg and an ffprobe. The machine's own are covered in a mount namespace of the run alone
 * (Linux, root). What newer versions refuse is found nowhere else: tests run with the version of the distribution.
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
