import { join } from "node:path";
import type { DiscSource } from "../../lib/discs/ripper_model.ts";
import { makeBridgeImage, makePureUdf } from "../fixtures/discs/image_bridge.ts";
import { writeUdfImage } from "../fixtures/discs/udf_image.ts";

/** The forms of a disc: its folder and its images. */
export interface Form {
  name: "folder" | "bridge" | "udf" | "udf250";
  source: DiscSource;
}

/** Creates every form of a disc in `dir`, including `udf250` if requested. */
export async function formsOf(
  folder: string,
  dir: string,
  { volumeName, dvd, udf250 }: { volumeName: string; dvd: boolean; udf250: boolean },
): Promise<Form[]> {
  const image = (name: string) => join(dir, `${volumeName}_${name}.iso`);
  await makeBridgeImage(folder, image("bridge"), { volumeName, dvd });
  await Deno.copyFile(image("bridge"), image("udf"));
  await makePureUdf(image("udf"));
  const forms: Form[] = [
    { name: "folder", source: { kind: "folder", path: folder } },
    { name: "bridge", source: { kind: "image", path: image("bridge") } },
    { name: "udf", source: { kind: "image", path: image("udf") } },
  ];
  if (!udf250) return forms;
  const paths = await Array.fromAsync(filesBelow(folder));
  const files = paths.map((path) => ({ path: path.slice(folder.length + 1), content: path }));
  await writeUdfImage(image("udf250"), files, { revision: "2.50", volumeName });
  return [...forms, { name: "udf250", source: { kind: "image", path: image("udf250") } }];
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* filesBelow(join(folder, name));
    else yield join(folder, name);
  }
}
