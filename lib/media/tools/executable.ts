/** Determines the architecture of an executable. Starting one for another architecture fails without a clear error. */

export type Machine = "x86_64" | "aarch64" | "x86" | "arm" | "riscv64" | "other";

/**
 * Type of an executable. A universal Mach-O file supports several architectures. The caller checks whether one of them
 * is suitable.
 */
export interface ExecutableKind {
  form: "elf" | "mach-o" | "pe" | "script" | "unknown";
  /** Supported architectures. Empty for scripts and unknown formats. */
  machines: Machine[];
}

/** Determines the type from the first bytes of the file. 4 KiB are sufficient. */
export function executableKind(head: Uint8Array): ExecutableKind {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length >= 2 && head[0] === 0x23 && head[1] === 0x21) return { form: "script", machines: [] };
  if (head.length < 20) return { form: "unknown", machines: [] };
  const magic = view.getUint32(0);
  if (magic === 0x7f454c46) {
    const little = head[5] !== 2;
    return { form: "elf", machines: [ELF[view.getUint16(18, little)] ?? "other"] };
  }
  if (magic === 0xcffaedfe) return { form: "mach-o", machines: [MACH[view.getUint32(4, true)] ?? "other"] };
  if (magic === 0xcafebabe) return { form: "mach-o", machines: universal(view) };
  if (view.getUint16(0) === 0x4d5a && head.length >= 0x40) {
    const at = view.getUint32(0x3c, true);
    if (at + 6 <= head.length && view.getUint32(at) === 0x50450000) {
      return { form: "pe", machines: [PE[view.getUint16(at + 4, true)] ?? "other"] };
    }
  }
  return { form: "unknown", machines: [] };
}

/**
 * Returns the reason why a program with this header cannot run here, as a sentence without its name. Undefined if it
 * can run.
 */
export function cannotRun(kind: ExecutableKind, os: string, arch: string): string | undefined {
  if (kind.form === "script") return os === "windows" ? "is a script that Windows cannot start" : undefined;
  if (kind.form === "unknown") return "is not a program";
  const wanted = os === "windows" ? "pe" : os === "darwin" ? "mach-o" : "elf";
  if (kind.form !== wanted) return `is a ${FORMS[kind.form]} program`;
  if (kind.machines.includes(arch as Machine)) return undefined;
  // Without Rosetta, macOS returns only an error number, for which there is no message.
  const unexplained = os === "darwin" && arch === "aarch64"
    ? ' (started anyway, it fails with "Unknown system error -86" unless Rosetta is installed)'
    : "";
  return `is built for ${kind.machines.join(" and ")}, but this server is ${arch}${unexplained}`;
}

const ELF: Record<number, Machine> = { 0x03: "x86", 0x3e: "x86_64", 0x28: "arm", 0xb7: "aarch64", 0xf3: "riscv64" };
const MACH: Record<number, Machine> = { 0x01000007: "x86_64", 0x0100000c: "aarch64" };
const PE: Record<number, Machine> = { 0x14c: "x86", 0x8664: "x86_64", 0xaa64: "aarch64" };
const FORMS = { elf: "Linux", "mach-o": "macOS", pe: "Windows" };

function universal(view: DataView): Machine[] {
  const count = Math.min(view.getUint32(4), 16);
  const machines: Machine[] = [];
  for (let i = 0; i < count && 8 + i * 20 + 4 <= view.byteLength; i++) {
    machines.push(MACH[view.getUint32(8 + i * 20)] ?? "other");
  }
  return machines;
}
