import "reflect-metadata";
import * as x509 from "@peculiar/x509";
import { createHash } from "node:crypto";
import { writeFileAtomic } from "../../kit/atomic_file.ts";
import { CERTIFICATE_NAME } from "../protocol.ts";

/** The service's certificate for agents, over HTTPS and NATS. */
export interface FarmCertificate {
  /** PEM files of the certificate and its key, readable by the owner only. */
  certPath: string;
  keyPath: string;
  cert: string;
  key: string;
  /** SHA-256 of the certificate in lower-case hex, as contained in join codes. */
  fingerprint: string;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
/** The clock of an agent may be wrong, and only the fingerprint counts. */
const VALID = { notBefore: new Date("2000-01-01T00:00:00Z"), notAfter: new Date("2099-12-31T00:00:00Z") };

/** Reads the certificate from `folder`, or creates it. An unreadable one is replaced. */
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
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${CERTIFICATE_NAME}`,
    ...VALID,
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.SubjectAlternativeNameExtension([{ type: "dns", value: CERTIFICATE_NAME }]),
    ],
  });
  const key = await crypto.subtle.exportKey("pkcs8", keys.privateKey);
  return { cert: `${certificate.toString("pem")}\n`, key: `${x509.PemConverter.encode(key, "PRIVATE KEY")}\n` };
}

function fingerprintOf(pem: string): string | undefined {
  try {
    return createHash("sha256").update(new Uint8Array(new x509.X509Certificate(pem).rawData)).digest("hex");
  } catch {
    return undefined;
  }
}
