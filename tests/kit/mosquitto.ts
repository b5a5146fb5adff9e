import { join } from "node:path";
import { findProgram } from "../../build/needs.ts";
import { freePort } from "./free_ports.ts";
import { until } from "./until.ts";

/** A real MQTT broker with a password file and access rules. */
export interface Broker extends AsyncDisposable {
  port: number;
  /** Address with or without TLS, depending on the options. */
  url: string;
  start(): Promise<void>;
  /** Kills the broker. Retained messages are lost, because it has no persistence. */
  kill(): Promise<void>;
  /** Publishes as another client. */
  publish(topic: string, payload: string | Uint8Array, options?: { retain?: boolean; count?: number }): Promise<void>;
  /** Latest payload by topic, as seen by a client that is subscribed to everything. Empty with TLS. */
  readonly seen: Map<string, string>;
  /** All messages in order. */
  readonly messages: { topic: string; payload: string }[];
}

/** True if the programs are installed. Tests are skipped without them. */
export const hasMosquitto = (): boolean =>
  ["mosquitto", "mosquitto_passwd"].every((program) => findProgram(program) !== undefined);

/** User of the service in the tests, and its password, which must not occur in any message or log. */
export const USER = "lathe";
export const PASSWORD = "canary-broker-password";
/** Another user, who may read and write everything. */
const OTHER = { username: "home", password: "home-password" };

/** Starts mosquitto on a free port. With `certificate`, it only accepts TLS. */
export async function startMosquitto(
  { certificate }: { certificate?: { certPath: string; keyPath: string } } = {},
): Promise<Broker> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-mosquitto-" });
  const port = freePort();
  await Deno.writeTextFile(join(folder, "passwords"), `${USER}:${PASSWORD}\n${OTHER.username}:${OTHER.password}\n`);
  await Deno.chmod(join(folder, "passwords"), 0o600);
  await run("mosquitto_passwd", ["-U", join(folder, "passwords")]);
  await Deno.writeTextFile(
    join(folder, "access"),
    `user ${USER}\ntopic readwrite lathe/#\ntopic write homeassistant/device/#\nuser ${OTHER.username}\ntopic readwrite #\n`,
  );
  await Deno.chmod(join(folder, "access"), 0o600);
  await Deno.writeTextFile(
    join(folder, "mosquitto.conf"),
    [
      `listener ${port} 127.0.0.1`,
      ...(Deno.uid() === 0 ? ["user root"] : []),
      "allow_anonymous false",
      `password_file ${join(folder, "passwords")}`,
      `acl_file ${join(folder, "access")}`,
      "persistence false",
      "log_type none",
      ...(certificate ? [`certfile ${certificate.certPath}`, `keyfile ${certificate.keyPath}`] : []),
      "",
    ].join("\n"),
  );
  const broker = new Mosquitto(folder, port, certificate !== undefined);
  await broker.start();
  return broker;
}

async function run(program: string, args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(findProgram(program) ?? program, { args }).output();
  if (!success) throw new Error(`${program} failed: ${new TextDecoder().decode(stderr)}`);
}

class Mosquitto implements Broker {
  readonly seen = new Map<string, string>();
  readonly messages: { topic: string; payload: string }[] = [];
  readonly url: string;
  #server: Deno.ChildProcess | undefined;
  #listener: Deno.ChildProcess | undefined;
  #reading = Promise.resolve();

  constructor(readonly folder: string, readonly port: number, readonly isSecure: boolean) {
    this.url = `${isSecure ? "mqtts" : "mqtt"}://127.0.0.1:${port}`;
  }

  #client(...args: string[]): string[] {
    return ["-h", "127.0.0.1", "-p", `${this.port}`, "-u", OTHER.username, "-P", OTHER.password, ...args];
  }

  async start(): Promise<void> {
    const program = findProgram("mosquitto") ?? "mosquitto";
    const silent = { stdin: "null", stdout: "null", stderr: "null" } as const;
    this.#server = new Deno.Command(program, { args: ["-c", join(this.folder, "mosquitto.conf")], ...silent }).spawn();
    await until(() => Deno.connect({ port: this.port }).then((open) => (open.close(), true), () => false));
    if (this.isSecure) return;
    this.seen.clear();
    const args = this.#client("-t", "#", "-F", "%t %x");
    this.#listener = new Deno.Command("mosquitto_sub", { args, stdin: "null", stdout: "piped", stderr: "null" })
      .spawn();
    this.#reading = this.#read(this.#listener.stdout);
  }

  async #read(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    let rest = "";
    for await (const part of output.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + part).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const [topic = "", hex = ""] = line.split(" ");
        const payload = new TextDecoder().decode(Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16)));
        this.messages.push({ topic, payload });
        if (payload === "") this.seen.delete(topic);
        else this.seen.set(topic, payload);
      }
    }
  }

  async kill(): Promise<void> {
    for (const child of [this.#listener, this.#server]) {
      child?.kill("SIGKILL");
      await child?.status;
    }
    await this.#reading;
    this.#listener = this.#server = undefined;
  }

  async publish(
    topic: string,
    payload: string | Uint8Array,
    { retain = false, count = 1 }: { retain?: boolean; count?: number } = {},
  ): Promise<void> {
    const args = this.#client(
      "-t",
      topic,
      ...(retain ? ["-r"] : []),
      count > 1 ? "-l" : payload.length === 0 ? "-n" : "-s",
    );
    const child = new Deno.Command("mosquitto_pub", { args, stdin: "piped", stdout: "null", stderr: "null" }).spawn();
    const writer = child.stdin.getWriter();
    const bytes = typeof payload === "string" ? new TextEncoder().encode(payload) : payload;
    await writer.write(
      count > 1 ? new TextEncoder().encode(`${payload}\n`.repeat(count)) : bytes as Uint8Array<ArrayBuffer>,
    );
    await writer.close();
    await child.status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await Deno.remove(this.folder, { recursive: true });
  }
}
