import { createHash, X509Certificate } from "node:crypto";
import { createUser, fromSeed } from "@nats-io/nkeys";
import * as z from "zod";
import { type AgentAbilities, JoinAnswer, type JoinCode } from "../../protocol.ts";
import type { AgentIdentity } from "../agent_file.ts";
import { fetchCertificate, pinnedClient, WrongCertificate } from "./pinned_https.ts";
import { fetchStanding } from "./standing.ts";

/** The join code is wrong, used, expired, or from another service. */
export class WrongCode extends Error {
  override name = "WrongCode";
}

/** Identifies a code without storing it. */
export const codeHash = ({ secret }: JoinCode): string => createHash("sha256").update(secret).digest("hex");

/** Creates the seed of a new key pair. */
export const newSeed = (): string => new TextDecoder().decode(createUser().getSeed());

const Detail = z.object({ detail: z.string().max(1_000) });

/**
 * Joins the service that created the code. If a response was lost, the call can be repeated with the same seed. Nothing
 * is sent until the certificate matches the code, and the seed is never sent. Throws `WrongCode`, or an `Error` with a
 * message if the service cannot be reached.
 */
export async function join(
  code: JoinCode,
  { seed, name, abilities, signal }: { seed: string; name: string; abilities: AgentAbilities; signal: AbortSignal },
): Promise<AgentIdentity> {
  const { certificate, ...place } = await findService(code);
  const publicKey = fromSeed(new TextEncoder().encode(seed)).getPublicKey();
  const client = pinnedClient({ ...place, certificate });
  try {
    const { status, value } = await client.json({
      method: "POST",
      path: "/join",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ secret: code.secret, name, publicKey, abilities }),
      signal,
    });
    if (status < 200 || status > 299) {
      const detail = Detail.safeParse(value).data?.detail ?? `The service returned status ${status}.`;
      throw status >= 400 && status < 429 ? new WrongCode(detail) : new Error(detail);
    }
    const { id, instance, credential } = JoinAnswer.parse(value);
    return { id, instance, credential, ...place, certificate, seed, joinedBy: codeHash(code) };
  } finally {
    client.close();
  }
}

/**
 * Returns the existing identity with the addresses in a newer code of the same service, whose address may have changed.
 * Undefined for another service or a revoked agent.
 */
export async function stayWith(
  known: AgentIdentity,
  code: JoinCode,
  signal: AbortSignal,
): Promise<AgentIdentity | undefined> {
  const { raw } = new X509Certificate(known.certificate);
  if (createHash("sha256").update(raw).digest("hex") !== code.fingerprint) return undefined;
  const { address, otherAddresses } = await findService(code);
  const identity = { ...known, address, otherAddresses, joinedBy: codeHash(code) };
  const client = pinnedClient(identity);
  try {
    return (await fetchStanding(client, signal)).state === "revoked" ? undefined : identity;
  } finally {
    client.close();
  }
}

/** Returns the first address in the code at which the service responds. */
async function findService(
  { addresses, fingerprint }: JoinCode,
): Promise<Pick<AgentIdentity, "address" | "otherAddresses" | "certificate">> {
  const troubles: unknown[] = [];
  for (const address of addresses) {
    try {
      const certificate = await fetchCertificate(address, fingerprint);
      return { address, otherAddresses: addresses.filter((other) => other !== address), certificate };
    } catch (error) {
      troubles.push(error);
    }
  }
  const wrong = troubles.find((trouble) => trouble instanceof WrongCertificate);
  if (wrong) throw new WrongCode(wrong.message);
  throw new Error(`The service was not found at ${addresses.join(" or ")}.`, { cause: troubles });
}
