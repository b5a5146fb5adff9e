/**
 * Packets of MQTT 3.1.1 (OASIS standard, chapters 2 and 3) that a client without stored sessions needs. Messages are
 * sent and received with quality of service 0.
 */

/** Type of a packet that is received. Its number is in the upper half of the first byte. */
export const PACKET = { connected: 2, message: 3, subscribed: 9, pong: 13 } as const;

/** Will of a client: the retained message that the broker publishes when the connection is lost. */
export interface Will {
  topic: string;
  payload: string;
}

const RETAIN = 0x01;
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Returns a packet with its header: type and flags, and the length of the rest in base 128. */
function packet(first: number, ...parts: readonly (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const header = [first];
  let left = length;
  do {
    header.push(left > 127 ? left % 128 | 0x80 : left);
    left = Math.floor(left / 128);
  } while (left > 0);
  const whole = new Uint8Array(header.length + length);
  whole.set(header);
  let at = header.length;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Returns a string field: its length in two bytes, and UTF-8. */
function field(value: string): Uint8Array {
  const bytes = text(value);
  if (bytes.length > 0xffff) throw new RangeError("A field of an MQTT packet is too long.");
  return Uint8Array.from([bytes.length >> 8, bytes.length & 0xff, ...bytes]);
}

/** Returns the CONNECT packet, which starts a session. The broker stores nothing about this session after its end. */
export function connectPacket({ clientId, username, password, will, keepAliveSeconds }: {
  clientId: string;
  username: string;
  password: string;
  will: Will | undefined;
  keepAliveSeconds: number;
}): Uint8Array<ArrayBuffer> {
  const hasUser = username !== "";
  const hasPassword = hasUser && password !== "";
  const flags = 0x02 | (will ? 0x24 : 0) | (hasPassword ? 0x40 : 0) | (hasUser ? 0x80 : 0);
  return packet(
    0x10,
    field("MQTT"),
    [4, flags, keepAliveSeconds >> 8, keepAliveSeconds & 0xff],
    field(clientId),
    ...(will ? [field(will.topic), field(will.payload)] : []),
    ...(hasUser ? [field(username)] : []),
    ...(hasPassword ? [field(password)] : []),
  );
}

/** Returns a retained message. An empty payload deletes the retained message of the topic. */
export const publishPacket = (topic: string, payload: string): Uint8Array<ArrayBuffer> =>
  packet(0x30 | RETAIN, field(topic), text(payload));

/** Returns a request for the messages of one topic. */
export const subscribePacket = (topic: string): Uint8Array<ArrayBuffer> => packet(0x82, [0, 1], field(topic), [0]);

export const PING = packet(0xc0);
export const DISCONNECT = packet(0xe0);

/** A received packet without its header. */
export interface Packet {
  type: number;
  flags: number;
  body: Uint8Array;
}

/** A received message. */
export interface Message {
  topic: string;
  payload: string;
  /** True for a message that the broker had stored before the subscription. */
  retained: boolean;
}

/** Returns the message of a packet. Undefined if the packet is malformed or is not UTF-8. */
export function messageOf({ flags, body }: Packet): Message | undefined {
  const topicEnd = 2 + ((body[0] ?? 0) << 8 | (body[1] ?? 0));
  const start = topicEnd + ((flags & 0x06) === 0 ? 0 : 2);
  if (body.length < start || body.length < 2) return undefined;
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  try {
    return {
      topic: utf8.decode(body.subarray(2, topicEnd)),
      payload: utf8.decode(body.subarray(start)),
      retained: (flags & RETAIN) !== 0,
    };
  } catch {
    return undefined;
  }
}
