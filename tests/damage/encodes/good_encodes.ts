import { CONTENTS } from "./contents.ts";
import type { EncodeSpec } from "./encode.ts";
import { FORMATS } from "./formats.ts";
import { INTRA } from "./intra.ts";
import { SHAPES } from "./shapes.ts";

/** The good encodes on which damages are based: one of each kind of movie in a library. */
export const GOOD_ENCODES: Readonly<Record<string, EncodeSpec>> = { ...FORMATS, ...CONTENTS, ...SHAPES, ...INTRA };
