// @ts-types="@types/node-forge"
import forge from "node-forge";
import { Fault } from "../../kit/fault.ts";
import type { TlsFiles } from "./tls_files.ts";

/** Reads a PKCS #12 file, as exported by Windows and many NAS systems. Throws `invalid`. */
export function fromPfx(bytes: Uint8Array, password: string): TlsFiles {
  try {
    const data = forge.util.createBuffer(String.fromCharCode(...bytes), "raw");
    const store = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(data), false, password);
    const bags = (oid: string | undefined) => oid === undefined ? [] : store.getBags({ bagType: oid })[oid] ?? [];
    const key = [...bags(forge.pki.oids.pkcs8ShroudedKeyBag), ...bags(forge.pki.oids.keyBag)]
      .flatMap((bag) => bag.key ?? [])[0];
    const certificates = bags(forge.pki.oids.certBag).flatMap((bag) => bag.cert ?? []);
    if (key === undefined || certificates.length === 0) throw new Error("It contains no key or no certificate.");
    // The server's certificate is first, followed by those of its issuers.
    const own = certificates.findIndex((certificate) =>
      "n" in certificate.publicKey && certificate.publicKey.n.equals(key.n)
    );
    const [first] = certificates.splice(Math.max(0, own), 1);
    const chain = [...(first ? [first] : []), ...certificates];
    return {
      cert: chain.map((certificate) => forge.pki.certificateToPem(certificate)).join(""),
      key: forge.pki.privateKeyToPem(key),
    };
  } catch (cause) {
    throw new Fault("invalid", "The .pfx cannot be opened: its password is wrong, or it is damaged.", { cause });
  }
}
