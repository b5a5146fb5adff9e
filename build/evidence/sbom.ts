import * as z from "zod";

/** Part of `deno.lock` that lists the packages. */
const Lock = z.object({ npm: z.record(z.string(), z.object({ integrity: z.string().optional() })) });

/**
 * Returns a list of all packages with their versions and checksums in CycloneDX 1.6 format. The list has no date or
 * serial number, so that equal sources produce an equal list. Pure.
 */
export function sbomOf(lockText: string, version: string): Record<string, unknown> {
  const { npm } = Lock.parse(JSON.parse(lockText));
  const components = Object.entries(npm).map(([key, { integrity }]) => {
    const [, name = "", release = ""] = /^(@?[^@]+)@([^_]+)/.exec(key) ?? [];
    const purl = `pkg:npm/${name.replace("@", "%40")}@${release}`;
    return { type: "library", name, version: release, purl, "bom-ref": key, ...hashesOf(integrity) };
  });
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: "lathe", version, "bom-ref": "lathe" } },
    components,
  };
}

/** Converts a checksum from the form `sha512-BASE64`. `deno.lock` uses no other algorithm. */
function hashesOf(integrity: string | undefined): { hashes?: { alg: string; content: string }[] } {
  const [, base64] = /^sha512-([\w+/=]+)$/.exec(integrity ?? "") ?? [];
  return base64 === undefined ? {} : { hashes: [{ alg: "SHA-512", content: Uint8Array.fromBase64(base64).toHex() }] };
}
