import { match, rejects, strictEqual as is } from "node:assert/strict";
import { createPrivateKey } from "node:crypto";
import { join } from "node:path";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { run } from "../../../tests/kit/run.ts";
import { readCertificate } from "./certificate.ts";

inFolder(
  "an encrypted PEM key is decrypted with the certificate password, in a separate file or the certificate's",
  async (folder) => {
    const at = (name: string) => join(folder, name);
    await run("openssl", ["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", at("plain.pem")]);
    await run("openssl", ["req", "-x509", "-key", at("plain.pem"), "-subj", "/CN=localhost", "-out", at("cert.pem")]);
    const secret = ["-in", at("plain.pem"), "-passout", "pass:geheim", "-out"];
    await run("openssl", ["pkcs8", "-topk8", ...secret, at("pkcs8.pem")]);
    await run("openssl", ["ec", "-aes256", ...secret, at("traditional.pem")]);
    const cert = await Deno.readTextFile(at("cert.pem"));
    const wanted = createPrivateKey(await Deno.readTextFile(at("plain.pem"))).export({ type: "pkcs8", format: "pem" });
    for (const name of ["pkcs8.pem", "traditional.pem"]) {
      const both = at(`both-${name}`);
      await Deno.writeTextFile(both, cert + await Deno.readTextFile(at(name)));
      for (
        const [sslCertPath, sslKeyPath] of [[at("cert.pem"), at(name)], [both, ""]] as const
      ) {
        const read = (sslCertPassword: string) => readCertificate({ sslCertPath, sslKeyPath, sslCertPassword });
        is((await read("geheim")).key, wanted);
        await rejects(read("wrong"), { code: "invalid", message: /password is wrong/ });
        await rejects(read(""), { code: "invalid", message: /Enter its password/ });
      }
    }
    const plain = await readCertificate({
      sslCertPath: at("cert.pem"),
      sslKeyPath: at("plain.pem"),
      sslCertPassword: "",
    });
    match(plain.key, /BEGIN EC PRIVATE KEY/);
  },
);
