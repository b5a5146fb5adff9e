// @ts-types="@types/node-forge"
import forge from "node-forge";
import { createHash, generateKeyPair, X509Certificate } from "node:crypto";
import { promisify } from "node:util";
import { writeFileAtomic } from "../../kit/atomic_file.ts";
import { CERTIFICATE_NAME } from "../protocol.ts";

/** Certificate of this service for agents, used for HTTPS and NATS. */
export interface FarmCertificate {
  /** Paths of the PEM files of the certificate and its key, which only the owner can read. */
  certPath: string;
  keyPath: string;
  cert: string;
  key: string;
  /** SHA-256 of the certificate in lower-case hexadecimal, as in join codes. */
  fingerprint: string;
}

/**
 * The certificate is valid for a century, because the clock of an agent may be wrong. Agents verify only the
 * fingerprint.
 */
const VALID = { notBefore: new Date("2000-01-01T00:00:00Z"), notAfter: new Date("2099-12-31T00:00:00Z") };

/** Reads the certificate from `folder`, or creates it. A certificate that cannot be read is replaced. */
export async function openCertificate(folder: string): Promise<FarmCertificate> {
  const [certPath, keyPath] = [`${folder}/farm.crt`, `${folder}/farm.key`];
  const known = await Promise.all([certPath, keyPath].map((path) => Deno.readTextFile(path))).catch(() => undefined);
  const fingerprint = fingerprintOf(known?.[0] ?? "");
  if (known?.[0] && known[1] && fingerprint) return { certPath, keyPath, cert: known[0], key: known[1], fingerprint };
  const made = await makeCertificate();
  await writeFileAtomic(keyPath, made.key);
  await writeFileAtomic(certPath, made.cert);
  return { certPath, keyPath, ...made, fingerprint: fingerprintOf(made.cert) ?? "" };
}

async function makeCertificate(): Promise<{ cert: string; key: string }> {
  const { publicKey, privateKey: key } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const certificate = forge.pki.createCertificate();
  const name = [{ name: "commonName", value: CERTIFICATE_NAME }];
  certificate.serialNumber = "01";
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  Object.assign(certificate.validity, VALID);
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: "basicConstraints", cA: true, critical: true },
    { name: "subjectAltName", altNames: [{ type: 2, value: CERTIFICATE_NAME }] },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate).replaceAll("\r", ""), key };
}

function fingerprintOf(pem: string): string | undefined {
  try {
    return createHash("sha256").update(new X509Certificate(pem).raw).digest("hex");
  } catch {
    return undefined;
  }
}
