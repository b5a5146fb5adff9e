import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import {
  deliveryTest,
  isThere,
  ripOf,
  type Scene,
  withHeat,
  withScene,
} from "../../../tests/fixtures/discs/delivery_scene.ts";
import { withFolder } from "../../../tests/fixtures/folder.ts";
import { canMount, withTmpfs } from "../../../tests/fixtures/tmpfs.ts";
import type { RippedFile } from "../rip_schema.ts";

const FILM = "Heat (1995) Remux-1080p.mkv";
const EXTRA = "Heat - Extra.mkv";

/** Delivers the movie with one extra that contains `bytes`. */
async function deliverExtra({ deliver }: Scene, dir: string, bytes: Uint8Array): Promise<RippedFile | undefined> {
  const rip = await ripOf(dir, { arrId: 1 }, [FILM, EXTRA]);
  await Deno.writeFile(rip.files[1]?.path ?? "", bytes);
  const { files } = await deliver({ ...rip, titleRoles: { "1": { kind: "extra", type: "extra" } } });
  return files[1];
}

const BYTES = new TextEncoder().encode("an extra");

/** Returns the extra and its partial files below a folder. */
async function extrasBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, isDirectory } of await Array.fromAsync(Deno.readDir(folder)).catch(() => [])) {
    if (isDirectory && !name.startsWith(".")) found.push(...await extrasBelow(join(folder, name)));
    else if (name === EXTRA || name.endsWith(".lathe-part")) found.push(join(folder, name));
  }
  return found.sort();
}

deliveryTest(
  "an extra stays where it is when the rip folder is the root folder of the manager",
  (dir) =>
    withHeat(
      dir,
      (radarr) =>
        withScene(dir, { radarr, settings: { disc: { ripDirectory: radarr.root } } }, async (scene) => {
          const file = await deliverExtra(scene, dir, BYTES);
          const place = join(dir, "movies/Heat (1995)/Extras", EXTRA);
          same([file?.finalPath, file?.import], [place, { state: "imported" }]);
          same(await extrasBelow(join(dir, "movies")), [place]);
          same(await Deno.readFile(place), BYTES);
        }),
    ),
);

deliveryTest(
  "an extra stays where it is when the folder of the title leads to the rip folder",
  (dir) =>
    withHeat(dir, (radarr) =>
      withScene(dir, { radarr }, async (scene) => {
        await Deno.mkdir(join(dir, "movies/Heat (1995)"), { recursive: true });
        await Deno.mkdir(join(scene.rips, "Heat (1995)/Extras"), { recursive: true });
        await Deno.symlink(join(scene.rips, "Heat (1995)/Extras"), join(dir, "movies/Heat (1995)/Extras"));
        const file = await deliverExtra(scene, dir, BYTES);
        same(await extrasBelow(scene.rips), [join(scene.rips, "Heat (1995)/Extras", EXTRA)]);
        same(await Deno.readFile(file?.finalPath ?? ""), BYTES);
      })),
);

deliveryTest(
  "a link is no other place for an extra",
  (dir) =>
    withHeat(dir, (radarr) =>
      withScene(dir, { radarr }, async (scene) => {
        const [from, folder] = [join(scene.rips, "Heat (1995)/Extras", EXTRA), join(dir, "movies/Heat (1995)/Extras")];
        await Deno.mkdir(folder, { recursive: true });
        await Deno.symlink(from, join(folder, EXTRA));
        const file = await deliverExtra(scene, dir, BYTES);
        same([file?.finalPath, file?.import?.state], [from, "missing"]);
        same(await Deno.readFile(from), BYTES);
        ok(scene.log.some((line) => line.startsWith(`${EXTRA} stays in the rip folder: `)), scene.log.join("\n"));
      })),
);

deliveryTest(
  "an extra that disappears before it is moved is not placed, and the next try restores it",
  (dir) =>
    withHeat(dir, (radarr) =>
      withScene(dir, { radarr }, async ({ delivery, deliver, rips }) => {
        await Deno.mkdir(join(dir, "movies/Heat (1995)/Extras"), { recursive: true });
        const made = await ripOf(dir, { arrId: 1 }, [EXTRA]);
        const rip = { ...made, titleRoles: { "0": { kind: "extra", type: "extra" } as const } };
        const { files, error } = await delivery.deliver(rip, {
          signal: new AbortController().signal,
          // Called as soon as the extra is in the rip folder.
          onLog: (line) => {
            if (line.includes(" is in ")) Deno.removeSync(join(rips, "Heat (1995)/Extras", EXTRA));
          },
          onFile: () => Promise.resolve(),
        });
        is(files[0]?.import?.state, "missing");
        match(error ?? "", /The extra was not found in/);
        const again = await deliver({ ...rip, files });
        same([again.error, again.files[0]?.import], [undefined, { state: "imported" }]);
        same(await extrasBelow(join(dir, "movies")), [join(dir, "movies/Heat (1995)/Extras", EXTRA)]);
      })),
);

deliveryTest(
  "an extra of a movie that is new to the manager is placed after the import, which creates the movie's folder",
  (dir) =>
    withHeat(dir, (radarr) =>
      withScene(dir, { radarr }, async (scene) => {
        is(await isThere(join(dir, "movies/Heat (1995)")), false);
        const file = await deliverExtra(scene, dir, BYTES);
        const place = join(dir, "movies/Heat (1995)/Extras", EXTRA);
        same([file?.finalPath, file?.import], [place, { state: "imported" }]);
        same([await extrasBelow(join(dir, "movies")), await extrasBelow(scene.rips)], [[place], []]);
      })),
);

deliveryTest(
  "an extra whose movie has no folder is missing and named by the error, and the next delivery places it",
  (dir) =>
    withHeat(dir, (radarr) =>
      withScene(dir, { radarr }, async (scene) => {
        const made = await ripOf(dir, { arrId: 1 }, [EXTRA]);
        const rip = { ...made, titleRoles: { "0": { kind: "extra", type: "extra" } as const } };
        const first = await scene.deliver(rip);
        is(first.files[0]?.import?.state, "missing");
        match(
          first.error ?? "",
          /1 extra could not be moved[^]*Heat - Extra\.mkv: the title's folder .* does not exist yet/,
        );
        await Deno.mkdir(join(dir, "movies/Heat (1995)"), { recursive: true });
        const second = await scene.deliver({ ...rip, files: first.files });
        same([second.error, second.files[0]?.import], [undefined, { state: "imported" }]);
        same(await extrasBelow(scene.rips), []);
      })),
);

deliveryTest(
  "an import stays recorded when the manager fails at the extras",
  (dir) =>
    withHeat(dir, (radarr) =>
      withScene(dir, { radarr }, async (scene) => {
        const rip = await ripOf(dir, { arrId: 1 }, [FILM, EXTRA]);
        // Radarr is queried for the size of the imported file, then for the movie's folder.
        const onFile = (file: RippedFile) => {
          if (file.titleId === 0 && file.import?.state === "imported") {
            radarr.fail({ mode: "error" }, { path: "/movie/1" });
          }
          return Promise.resolve();
        };
        const { files, error } = await scene.delivery.deliver(
          { ...rip, titleRoles: { "1": { kind: "extra", type: "extra" } } },
          { signal: new AbortController().signal, onLog: () => {}, onFile },
        );
        same(files.map((file) => file.import?.state), ["imported", "missing"]);
        match(error ?? "", /extra could not be moved/);
      })),
);

/** The library is on a separate 4 MB disk. */
const onOtherDisk = (name: string, work: (scene: Scene, dir: string, library: string) => Promise<void>): void =>
  Deno.test({
    name,
    ignore: !canMount,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      withTmpfs(4096, (library) =>
        withFolder((dir) =>
          withHeat(dir, async (radarr) => {
            await Deno.mkdir(join(library, "Heat (1995)"));
            await withScene(dir, { radarr }, (scene) => work(scene, dir, library));
          }, { root: library })
        )),
  });

onOtherDisk("an extra is moved to another disk as a file that everybody may read", async (scene, dir, library) => {
  const file = await deliverExtra(scene, dir, BYTES);
  const place = join(library, "Heat (1995)/Extras", EXTRA);
  is(file?.finalPath, place, scene.log.join("\n"));
  same([await extrasBelow(library), await extrasBelow(scene.rips)], [[place], []]);
  same([await Deno.readFile(place), ((await Deno.stat(place)).mode ?? 0) & 0o777], [BYTES, 0o644]);
});

onOtherDisk("an extra that finds no room on its disk stays, and leaves no part there", async (scene, dir, library) => {
  const bytes = new Uint8Array(8 << 20).fill(7);
  const file = await deliverExtra(scene, dir, bytes);
  const place = join(scene.rips, "Heat (1995)/Extras", EXTRA);
  same([file?.finalPath, file?.import?.state], [place, "missing"]);
  match(file?.import?.reason ?? "", /^Not enough free space for/);
  same([await extrasBelow(library), await extrasBelow(scene.rips)], [[], [place]]);
  same(await Deno.readFile(place), bytes);
  match(
    scene.log.find((line) => line.startsWith(EXTRA) && line.includes("stays")) ?? "",
    /^Heat - Extra\.mkv stays in the rip folder: Not enough free space for Heat - Extra\.mkv: .* are needed in .*, .* are free\.$/,
  );
});

onOtherDisk(
  "a part of an extra that a cut-off start left goes, also where the name is taken since",
  async (scene, dir, library) => {
    const rip = await ripOf(dir, { arrId: 1 }, [EXTRA]);
    const folder = join(library, "Heat (1995)/Extras");
    await Deno.mkdir(folder);
    await Deno.writeTextFile(join(folder, `${rip.id}-0.lathe-part`), "half");
    await Deno.writeTextFile(join(folder, EXTRA), "somebody else's");
    await scene.deliver({ ...rip, titleRoles: { "0": { kind: "extra", type: "extra" } } });
    same(await extrasBelow(library), [join(folder, EXTRA)]);
    is(await Deno.readTextFile(join(folder, EXTRA)), "somebody else's");
    ok(await isThere(join(scene.rips, "Heat (1995)/Extras", EXTRA)));
  },
);
