/** A record of MakeMKV's robot mode. Messages are identified by numbers. Their texts are in the system language. */
export type RobotRecord =
  | { type: "MSG"; code: number; flags: number; text: string; params: string[] }
  | { type: "PRGC" | "PRGT"; code: number; id: number; name: string }
  /** Counters up to `max`: for the current step, and for the whole operation. */
  | { type: "PRGV"; current: number; total: number; max: number }
  | { type: "DRV"; index: number; state: number; flags: number; driveName: string; discName: string; device: string }
  | { type: "TCOUNT"; count: number }
  | { type: "CINFO"; attribute: number; code: number; value: string }
  | { type: "TINFO"; title: number; attribute: number; code: number; value: string }
  | { type: "SINFO"; title: number; stream: number; attribute: number; code: number; value: string };

/** Maximum number of fields. Records with more fields are not from MakeMKV. */
const MAX_FIELDS = 100;

/** Parses a line of `makemkvcon -r`. Undefined for lines that are not records, such as output of a Java VM. Pure. */
export function parseRobotLine(line: string): RobotRecord | undefined {
  const colon = line.indexOf(":");
  const type = line.slice(0, colon);
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (read === undefined) return undefined;
  const fields = fieldsOf(line.slice(colon + 1));
  return fields && read(fields);
}

type Field = string | number | undefined;
type Reader = (fields: Field[]) => RobotRecord | undefined;

const number = (field: Field): number => typeof field === "number" ? field : NaN;
const text = (field: Field): string => typeof field === "string" ? field : "";
const areNumbers = (...fields: Field[]): boolean => fields.every((field) => typeof field === "number");

const READERS: Record<string, Reader> = {
  MSG: ([code, flags, count, message, _format, ...params]) =>
    areNumbers(code, flags, count) && typeof message === "string"
      ? {
        ...{ type: "MSG", code: number(code), flags: number(flags), text: message },
        params: params.slice(0, number(count)).map(text),
      }
      : undefined,
  PRGC: (fields) => step("PRGC", fields),
  PRGT: (fields) => step("PRGT", fields),
  PRGV: ([current, total, max]) =>
    areNumbers(current, total, max) && number(max) > 0
      ? { type: "PRGV", current: number(current), total: number(total), max: number(max) }
      : undefined,
  DRV: ([index, state, _999, flags, driveName, discName, device]) =>
    areNumbers(index, state, flags)
      ? {
        ...{ type: "DRV", index: number(index), state: number(state), flags: number(flags) },
        ...{ driveName: text(driveName), discName: text(discName), device: text(device) },
      }
      : undefined,
  TCOUNT: ([count]) => areNumbers(count) ? { type: "TCOUNT", count: number(count) } : undefined,
  // The documentation spells this record `TCOUT`.
  TCOUT: ([count]) => areNumbers(count) ? { type: "TCOUNT", count: number(count) } : undefined,
  CINFO: ([attribute, code, value]) =>
    areNumbers(attribute, code)
      ? { type: "CINFO", attribute: number(attribute), code: number(code), value: text(value) }
      : undefined,
  TINFO: ([title, attribute, code, value]) =>
    areNumbers(title, attribute, code)
      ? {
        ...{ type: "TINFO", title: number(title), attribute: number(attribute) },
        code: number(code),
        value: text(value),
      }
      : undefined,
  SINFO: ([title, stream, attribute, code, value]) =>
    areNumbers(title, stream, attribute, code)
      ? {
        ...{ type: "SINFO", title: number(title), stream: number(stream), attribute: number(attribute) },
        ...{ code: number(code), value: text(value) },
      }
      : undefined,
};

function step(type: "PRGC" | "PRGT", [code, id, name]: Field[]): RobotRecord | undefined {
  return areNumbers(code, id) ? { type, code: number(code), id: number(id), name: text(name) } : undefined;
}

/** Splits plain numbers and quoted texts at commas. Undefined if there is any other text. */
function fieldsOf(rest: string): Field[] | undefined {
  const fields: Field[] = [];
  // The pattern is sticky, because each field starts where the previous one ends.
  const pattern = /(?:"((?:[^"\\]|\\.)*)"|(-?\d{1,15})|)(,|$)/suy;
  while (fields.length < MAX_FIELDS) {
    const found = pattern.exec(rest);
    if (found === null) return undefined;
    const [, quoted, bare, end] = found;
    fields.push(
      quoted !== undefined ? quoted.replaceAll(/\\(.)/gsu, "$1") : bare === undefined ? undefined : Number(bare),
    );
    if (end === "") return fields;
  }
  return undefined;
}
