/**
 * Reports the statement coverage of each district: `deno run -A build/coverage.ts FOLDER`, with the folder written by
 * `deno test --coverage=FOLDER`. Code that runs in threads or child processes is not counted, so the actual coverage
 * may be higher. Files that are not loaded by any test are absent.
 */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const MEASURED = ["lib", "db", "routes", "islands"];

/** Number of lines with statements in one district, and how many of them were run. */
export interface Coverage {
  district: string;
  files: number;
  lines: number;
  run: number;
}

/** Returns the district of a file, such as `lib/media`. For a file outside `lib`, returns the top-level folder. */
export function districtOf(path: string): string {
  const [top = "", second = ""] = path.split("/");
  return top === "lib" ? `${top}/${second}` : top;
}

/**
 * Adds up a report in lcov format, in which `SF:` is the path, `LF:` the number of lines found and `LH:` the number of
 * lines hit.
 */
export function coverageByDistrict(lcov: string, root: string): Coverage[] {
  const districts = new Map<string, Coverage>();
  for (const record of lcov.split("end_of_record")) {
    const path = /^SF:(.+)$/m.exec(record)?.[1];
    if (path === undefined) continue;
    const district = districtOf(relative(root, path));
    const sum = districts.get(district) ?? { district, files: 0, lines: 0, run: 0 };
    sum.files++;
    sum.lines += Number(/^LF:(\d+)$/m.exec(record)?.[1] ?? 0);
    sum.run += Number(/^LH:(\d+)$/m.exec(record)?.[1] ?? 0);
    districts.set(district, sum);
  }
  return [...districts.values()].sort((a, b) => a.district < b.district ? -1 : 1);
}

/** Formats one line per district and one for the total. */
export function coverageLines(districts: Coverage[]): string[] {
  const all = districts.reduce(
    (sum, { files, lines, run }) => ({
      ...sum,
      files: sum.files + files,
      lines: sum.lines + lines,
      run: sum.run + run,
    }),
    { district: "all", files: 0, lines: 0, run: 0 },
  );
  return [...districts, all].map(({ district, files, lines, run }) =>
    `${district.padEnd(14)} ${
      (lines === 0 ? 0 : run / lines * 100).toFixed(1).padStart(5)
    } % of ${lines} lines in ${files} files`
  );
}

/** Size in bytes of the chunks in which Deno writes reports. */
const PIECE_BYTES = 4096;
const BRACE = "}".charCodeAt(0);

/**
 * True if a report was written completely. There are hundreds of thousands of reports, so only small parts of most are
 * read.
 */
export function isWholeReport(path: string): boolean {
  using file = Deno.openSync(path);
  const size = file.seekSync(0, Deno.SeekMode.End);
  if (size === 0) return false;
  const last = new Uint8Array(1);
  file.seekSync(-1, Deno.SeekMode.End);
  file.readSync(last);
  if (last[0] === BRACE && size % PIECE_BYTES !== 0) return true;
  try {
    JSON.parse(Deno.readTextFileSync(path));
    return true;
  } catch {
    return false;
  }
}

async function main(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    const path = join(folder, name);
    // A terminated thread leaves a truncated report, which makes the report reader fail.
    if (name.endsWith(".json") && !isWholeReport(path)) await Deno.remove(path);
  }
  const output = join(folder, "report.lcov");
  const include = `^${new URL("../", import.meta.url)}(${MEASURED.join("|")})/`;
  const args = ["coverage", "--quiet", "--lcov", `--output=${output}`, `--include=${include}`, folder];
  const { code } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdout: "null", stderr: "inherit" })
    .output();
  if (code !== 0) throw new Error(`deno coverage ended with ${code}.`);
  console.log("Statement coverage:");
  for (const line of coverageLines(coverageByDistrict(await Deno.readTextFile(output), ROOT))) console.log(`  ${line}`);
}

if (import.meta.main) {
  const [folder] = Deno.args;
  if (folder === undefined) throw new Error("Specify the folder that contains the coverage data.");
  await main(folder);
}
