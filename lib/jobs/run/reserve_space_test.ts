import { rejects, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { createSpace } from "../../platform/storage/space.ts";
import { InsufficientSpace, reserveSpace } from "./claim_output.ts";
import type { Attempt } from "../attempt/attempt.ts";

const GB = 1_000_000_000;

inFolder("no space is reserved for the existing segments of a movie", async (folder) => {
  let freeBytes = 60 * GB;
  const space = createSpace({ disk: () => Promise.resolve({ device: "1", freeBytes, totalBytes: 500 * GB }) });
  const parts: { sizeBytes: number }[] = [];
  const context = {
    record: { row: { id: "job", spaceNeeds: null } },
    deps: { storage: { space, folders: { transcodes: folder } } },
    jobStore: { segments: { ofJobs: () => Promise.resolve(parts) } },
  } as unknown as Attempt;
  const source = { sizeBytes: 40 * GB, mtimeNs: "1", inode: "1", device: "1" };
  const place = { partial: join(folder, "Film.partial"), target: join(folder, "Film.mkv") };
  const reserve = () =>
    reserveSpace(20 * GB, source, place as Parameters<typeof reserveSpace>[2], { inParts: true }, context);
  await reserve();
  space.release("job");
  freeBytes -= 18 * GB;
  await rejects(reserve(), InsufficientSpace);
  parts.push({ sizeBytes: 10 * GB }, { sizeBytes: 8 * GB });
  await reserve();
  is(await space.shortage([{ path: folder, bytes: 6 * GB }]) !== undefined, true);
});
