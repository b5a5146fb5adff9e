import { match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { makeFilmParts, TOOLS, VIDEO } from "../../../tests/fixtures/farm_film.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { runFfmpeg } from "../run/run.ts";
import { acceptPart } from "./accept_part.ts";
import { readHeader } from "./check.ts";
import { segmentArgs } from "./segment_args.ts";

/** Positions in seconds at which every nine-second segment was compared before the positions were chosen at random. */
const KNOWN_PLACES = [0, 3.75, 7.5];

inFolder(
  "slow: a machine cannot predict the compared places: correct frames in some places are insufficient",
  async (folder) => {
    const [, part] = await makeFilmParts(folder, 36);
    ok(part);
    const { probe, segment, times } = part;
    const encode = async (name: string, change = (filters: string) => filters) => {
      const path = join(folder, `${name}.mp4`);
      const args = segmentArgs(probe, VIDEO, segment, { output: path });
      const filter = args.indexOf("-filter:v:0") + 1;
      ok(filter > 0);
      args[filter] = change(args[filter] ?? "");
      await runFfmpeg({ ...TOOLS, args, signal: new AbortController().signal, stallMs: 0 });
      return path;
    };
    const begin = segment.times.start / segment.unitsPerSecond;
    const right = KNOWN_PLACES.map((at) => `between(t-${begin},${at - 0.1},${at + 1.6})`).join("+");
    const honest = await encode("honest");
    const lie = await encode("lie", (filters) => `negate=enable='not(${right})',${filters}`);
    const header = await readHeader({ ...TOOLS, path: honest });
    const random = () => 0.999;
    const accepted = (path: string) =>
      acceptPart({ ...TOOLS, path, times, probe, video: VIDEO, segment, header, random });
    is((await accepted(honest)).doubt, undefined);
    match((await accepted(lie)).doubt ?? "", /frames do not match the source/);
  },
);
