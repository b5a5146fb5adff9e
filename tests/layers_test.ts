import { deepStrictEqual as same } from "node:assert/strict";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Import, readImports, SOURCE_FOLDERS, sourceFiles } from "../build/imports.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Layers of `lib/` from the bottom up. Each layer may import the layers before it (docs/architecture.md). */
const DISTRICTS = [
  "kit",
  "platform",
  "media",
  "encode",
  "jobs",
  "library",
  "discs",
  "players",
  "dashboards",
  "farm",
  "ui",
  "app",
  "cli",
  "encode_services.ts",
];

/**
 * Subfolders of each folder from the bottom up, and the files of the folder that are not at the bottom. A subfolder may
 * import the entries before it (docs/architecture.md).
 */
const FOLDERS: Record<string, string> = {
  "lib/platform":
    "logs managers events settings backup storage http_client auth tls tasks notifications updates health " +
    "core.ts message_services.ts open_auth.ts settings_change.ts platform_services.ts",
  "lib/media": "languages tools probe release_names frames audio cue_sheet subtitles service.ts setup " +
    "media_services.ts",
  "lib/encode": "profiles hardware metric.ts plan naming args run verify sampling segments decision health " +
    "encode_services.ts",
  "lib/farm": "transfer broker agents health agent remote_machines.ts running.ts service.ts farm_services.ts",
  "lib/ui": "profiles settings components policies",
  "lib/app": "backup events status subprocess_task.ts operations.ts instance_model.ts " +
    "assemble_instance.ts instance.ts",
  "lib/jobs":
    "delivery decision capacity power deps.ts bin workers intake estimates previews attempt segments run queue " +
    "changes reports failures events create_jobs.ts job_services.ts",
  "lib/library": "managers ask_sources.ts matching anime metadata artwork lists video releases search music local " +
    "downloads auto media_index policies barcodes metadata_state.ts wanted health library_events.ts title_services.ts " +
    "library_tasks.ts library_services.ts barcode_services.ts",
  "lib/discs": "files dvd bluray choose reading rippers cd delivery identify rips drives box_sets downloads previews " +
    "events health disc_events.ts disc_deps.ts later_services.ts disc_tasks.ts disc_services.ts",
  "lib/players": "player_time.ts player_paths.ts model.ts clients playback rescans watched health service.ts " +
    "player_services.ts",
  "lib/dashboards": "model.ts widget.ts throttle.ts state.ts mqtt home_assistant bridge.ts service.ts health " +
    "dashboard_services.ts",
  "routes":
    "services http data pages api agent_link login_page.tsx login.tsx provider_login.ts metrics.ts groups.ts rescue.tsx app.ts serve_instance.ts " +
    "run_rescue.ts run_service.ts",
  "routes/http": "upload middleware",
  "routes/pages": "encode platform jobs library discs farm home live",
};

/**
 * Models of stored rows, which are defined in their layers. They are the only files above `db` that `db` may import.
 */
const SHAPES_OF_ROWS = [
  "lib/discs/box_set_schema.ts",
  "lib/discs/model.ts",
  "lib/discs/rip_schema.ts",
  "lib/discs/rip_states.ts",
  "lib/encode/profiles/encoders/methods.ts",
  "lib/encode/profiles/overrides.ts",
  "lib/encode/profiles/schema.ts",
  "lib/encode/profiles/smart/schema.ts",
  "lib/farm/protocol.ts",
  "lib/jobs/delivery/journal_steps.ts",
  "lib/jobs/order.ts",
  "lib/jobs/request_schema.ts",
  "lib/jobs/review.ts",
  "lib/jobs/schema.ts",
  "lib/jobs/states.ts",
  "lib/jobs/bin_schema.ts",
  "lib/library/barcodes/model.ts",
  "lib/library/downloads/model.ts",
  "lib/library/lists/model.ts",
  "lib/library/local_title_model.ts",
  "lib/library/music/cue_splits/model.ts",
  "lib/library/music_model.ts",
  "lib/library/policies/model.ts",
  "lib/library/video_model.ts",
  "lib/media/probe/model.ts",
  "lib/platform/model.ts",
];

/** Modules that run both in the browser and on the server. */
const SHARED_WITH_ISLANDS = ["lib/kit/format.ts", "lib/discs/choose/same_choice.ts"];

/**
 * Returns the layer of a file as a number, counted from the bottom. `db` is between the bottom layer and the others.
 */
function heightOf(path: string): number {
  const [top = "", district = ""] = path.split("/");
  if (top === "lib") return DISTRICTS.indexOf(district);
  return top === "db" ? 0.5 : top === "routes" ? DISTRICTS.length : DISTRICTS.length + 1;
}

function isUpward({ from, to }: Import): boolean {
  const isIsland = (path: string) => path.startsWith("islands/");
  // Islands run in the browser.
  if (isIsland(from)) return !isIsland(to) && !to.startsWith("lib/ui/") && !SHARED_WITH_ISLANDS.includes(to);
  if (isIsland(to)) return !from.startsWith("routes/");
  if (from.startsWith("db/") && SHAPES_OF_ROWS.includes(to)) return false;
  return heightOf(to) > heightOf(from);
}

/** Maximum number of source files in a folder. More indicate several subjects. */
const MAX_FILES = 15;

Deno.test("every folder has one subject: at most 15 source files, and every district is known", async () => {
  const folders = new Map<string, number>();
  for (const top of SOURCE_FOLDERS) {
    for await (const path of sourceFiles(join(ROOT, top))) {
      const folder = dirname(relative(ROOT, path));
      folders.set(folder, (folders.get(folder) ?? 0) + 1);
    }
  }
  same([...folders].filter(([, files]) => files > MAX_FILES), []);
  same([...folders.keys()].filter((folder) => heightOf(`${folder}/`) < 0), []);
});

/** Allowed top-level entries. Anything else is a leftover. */
const TOP = [
  ...[
    ".ci",
    ".devcontainer",
    ".github",
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "build",
    "db",
    "deno.json",
    "deno.lock",
  ],
  ...["docs", "islands", "lib", "main.ts", "routes", "static", "tests"],
];

Deno.test("the top folder contains only known entries", async () => {
  const listed = await new Deno.Command("git", { args: ["ls-files"], cwd: ROOT }).output().catch(() => undefined);
  // An unpacked archive has no history, and git may be missing.
  if (!listed?.success) return;
  const tops = new TextDecoder().decode(listed.stdout).trim().split("\n").map((path) => path.split("/")[0]);
  same([...new Set(tops)].sort(), TOP.toSorted());
});

Deno.test("imports run downwards: routes, lib by district, db, kit", async () => {
  const upward = (await readImports(ROOT)).filter(isUpward).map(({ from, to }) => `${from} -> ${to}`);
  same(upward, []);
});

/**
 * Returns the position of a file in an ordered folder. Files of the folder are at the bottom unless they are listed.
 */
function positionOf(path: string, folder: string): number {
  const [name = "", ...below] = path.slice(folder.length + 1).split("/");
  const position = FOLDERS[folder]?.split(" ").indexOf(name) ?? -1;
  return position === -1 && below.length > 0 ? NaN : position;
}

Deno.test("inside a district imports run downwards: every folder has its place in the order", async () => {
  const upward = (await readImports(ROOT)).filter(({ from, to }) =>
    Object.keys(FOLDERS).some((folder) =>
      [from, to].every((path) => path.startsWith(`${folder}/`)) &&
      !(positionOf(to, folder) <= positionOf(from, folder))
    )
  );
  same(upward.map(({ from, to }) => `${from} -> ${to}`), []);
});

Deno.test("no two files import each other, directly or indirectly", async () => {
  const edges = new Map<string, string[]>();
  for (const { from, to } of await readImports(ROOT)) edges.set(from, [...(edges.get(from) ?? []), to]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, trail: string[]): void => {
    if (trail.includes(file)) {
      circles.push([...trail.slice(trail.indexOf(file)), file].join(" -> "));
      return;
    }
    if (done.has(file)) return;
    for (const target of edges.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  same(circles, []);
});

Deno.test("S-OUT-1: only the HTTP client connects to other machines", async () => {
  const found: string[] = [];
  for (const top of ["lib", "db", "routes"]) {
    for await (const path of sourceFiles(join(ROOT, top))) {
      // Listening is not an outgoing connection.
      const text = (await Deno.readTextFile(path)).replace(/import \{ createServer\b[^},]*\} from "node:https"/, "");
      const speaks =
        /(?<![.\w])fetch\(|from "(undici|node:https|ofetch|@nats-io\/transport-node)"|https?\.request\(|Deno\.connect|import \{[^}]*\bconnect\b[^}]*\} from "node:(net|tls)"/
          .test(text);
      // A command connects to the service that uses its configuration folder. A service and its agents connect to the
      // NATS server in the settings. An agent connects to its service, whose certificate it pins.
      const allowed = /^lib\/(platform\/http_client\/|cli\/config_folder\.ts|farm\/broker\/|farm\/agent\/link\/)/.test(
        relative(ROOT, path),
      );
      if (speaks && !allowed) found.push(relative(ROOT, path));
    }
  }
  same(found, []);
});

Deno.test("S-PROC-1: no shell is started anywhere, and programs only in the one file that may", async () => {
  const found: string[] = [];
  for (const top of ["lib", "db", "routes"]) {
    for await (const path of sourceFiles(join(ROOT, top))) {
      const text = await Deno.readTextFile(path);
      const starts = /new Deno\.Command|node:child_process|"(ba|da|z)?sh",? "-c"|cmd(\.exe)? \/c/.test(text);
      if (starts && relative(ROOT, path) !== "lib/kit/process/process.ts") found.push(relative(ROOT, path));
    }
  }
  same(found, []);
});
