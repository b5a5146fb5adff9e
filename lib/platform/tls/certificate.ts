import { createPrivateKey } from "node:crypto";
import type { TlsFiles } from "./tls_files.ts";
import { Fault } from "../../kit/fault.ts";

/**
 * HTTPS settings with absolute paths. The key may be in the certificate file. The password decrypts the key or the .pfx
 * file.
 */
export interface CertificateSettings {
  sslCertPath: string;
  sslKeyPath: string;
  sslCertPassword: string;
}

/** Reads the certificate in the settings: PEM with its key, or a .pfx file that contains both. Throws `invalid`. */
export async function readCertificate(
  { sslCertPath, sslKeyPath, sslCertPassword }: CertificateSettings,
): Promise<TlsFiles> {
  const bytes = await readNamed(sslCertPath, "certificate");
  const text = new TextDecoder("latin1").decode(bytes);
  if (!text.includes("-----BEGIN")) {
    // Loaded on demand, because few users have a .pfx file and the library is large.
    const { fromPfx } = await import("./pfx.ts");
    return fromPfx(bytes, sslCertPassword);
  }
  if (sslKeyPath === "" && text.includes("PRIVATE KEY-----")) {
    return { cert: text, key: openKey(text, sslCertPassword) };
  }
  const key = new TextDecoder("latin1").decode(await readNamed(sslKeyPath, "key"));
  if (!key.includes("PRIVATE KEY-----")) throw new Fault("invalid", `There is no private key in ${sslKeyPath}.`);
  return { cert: text, key: openKey(key, sslCertPassword) };
}

/** Decrypts the private key. Throws `invalid`. */
function openKey(text: string, password: string): string {
  const [key = text] = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?-----END [A-Z ]*PRIVATE KEY-----/.exec(text) ?? [];
  if (!key.includes("ENCRYPTED")) return text;
  if (password === "") {
    throw new Fault("invalid", "The key is encrypted. Enter its password as the certificate password.");
  }
  try {
    return createPrivateKey({ key, format: "pem", passphrase: password }).export({ type: "pkcs8", format: "pem" })
      .toString();
  } catch (cause) {
    throw new Fault(
      "invalid",
      "The key cannot be opened: its password is wrong, or its encryption is not supported (openssl pkcs8 -topk8 converts it).",
      { cause },
    );
  }
}

async function readNamed(path: string, what: string): Promise<Uint8Array> {
  if (path === "") throw new Fault("invalid", `HTTPS needs the path of a ${what}.`);
  try {
    return await Deno.readFile(path);
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound ? "was not found" : "cannot be read";
    throw new Fault("invalid", `The ${what} ${reason}: ${path}.`, { cause });
  }
}
