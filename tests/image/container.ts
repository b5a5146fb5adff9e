import { join } from "node:path";
import type { ImageConfig } from "../../build/image/image_root.ts";
import { lines } from "../../lib/kit/process/lines.ts";

/** Capabilities that the container has in the compose files. */
const CAPABILITIES = "-all,+chown,+dac_override,+setgid,+setuid";
/** Shell commands that mount the image read-only as the root of the container. */
const SET_UP = `set -e
mkdir -p "$VIEW"
mount --bind "$ROOT" "$VIEW"
mount -o remount,bind,ro "$VIEW"
mount -t tmpfs tmpfs "$VIEW/tmp"
mount -t proc proc "$VIEW/proc"
mount --bind "$CONFIG" "$VIEW/config"
mount --bind "$MEDIA" "$VIEW/media"
exec env -i "$@"`;

/** A started container. */
export interface Container extends AsyncDisposable {
  output(): string;
  /** Resolves with the exit code. */
  ended: Promise<number>;
}

export interface ContainerOptions {
  /** Folder that `deno task image-root` has written. */
  image: string;
  /** Folders that are mounted at `/config` and `/media`. */
  config: string;
  media: string;
  env: Record<string, string>;
  /** Command that replaces the command of the image. */
  command?: string[];
}

/**
 * Starts the image as in the compose files, but without Docker: a read-only root in a separate mount and process
 * namespace, with the same capabilities. The network is shared with the host.
 */
export async function startContainer(
  { image, config, media, env, command }: ContainerOptions,
): Promise<Container> {
  const { env: imageEnv, entrypoint, command: standard }: ImageConfig = JSON.parse(
    await Deno.readTextFile(join(image, "image.json")),
  );
  const view = await Deno.makeTempDir({ prefix: "lathe-image-view-" });
  const variables = Object.entries({ ...imageEnv, ...env }).map(([name, value]) => `${name}=${value}`);
  const confine = ["chroot", view, "setpriv", `--bounding-set=${CAPABILITIES}`];
  const child = new Deno.Command("unshare", {
    args: [
      ...["--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-c", SET_UP, "sh"],
      ...[...variables, ...confine, ...entrypoint, ...(command ?? standard)],
    ],
    env: { ROOT: join(image, "root"), VIEW: view, CONFIG: config, MEDIA: media },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let text = "";
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const line of lines(stream)) text += `${line}\n`;
  };
  const reading = Promise.all([read(child.stdout), read(child.stderr)]);
  const ended = child.status.then(async ({ code }) => (await reading, code));
  return {
    output: () => text,
    ended,
    async [Symbol.asyncDispose]() {
      // When the first process of a namespace ends, all others end too. The signal that unshare forwards is lost when
      // the entrypoint changes its user.
      const inside = await Deno.readTextFile(`/proc/${child.pid}/task/${child.pid}/children`).catch(() => "");
      for (const pid of inside.trim().split(" ").filter((text) => text !== "")) Deno.kill(Number(pid), "SIGKILL");
      await ended;
      await Deno.remove(view);
    },
  };
}
