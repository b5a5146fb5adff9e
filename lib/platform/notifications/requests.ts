import { discord, slack, telegram } from "./chat.ts";
import { apprise, gatewayUrls, webhook } from "./gateway.ts";
import type { Message, Target } from "./message.ts";
import { gotify, ntfy, ntfyAddress, pushbullet } from "./push.ts";
import type { Builder, NotifyRequest } from "./wire.ts";

export type { NotifyRequest } from "./wire.ts";

const BUILDERS = { discord, slack, telegram, ntfy, gotify, pushbullet, apprise, webhook } satisfies Record<
  Exclude<Target["kind"], "script">,
  Builder
>;

/**
 * Returns the request that delivers a message to `target`. Pure and never throws. For an incomplete target, the request
 * fails.
 */
export function requestFor(target: Target, message: Message): NotifyRequest {
  if (target.kind !== "script") return BUILDERS[target.kind](target, message);
  const judge = () => ({ ok: false, detail: "A script is run, not called." }) as const;
  return { url: "", method: "POST", headers: {}, body: "", judge };
}

/** Returns the required fields that are missing in a target, as sentences. Empty if it is complete. */
export function missingParts(target: Target): string[] {
  return MISSING[target.kind](target).filter((sentence) => sentence !== undefined);
}

type Missing = (target: Target) => (string | undefined)[];

const MISSING: Record<Target["kind"], Missing> = {
  discord: ({ url }) => [addressPart(url, "Enter the channel's webhook URL.")],
  slack: ({ url }) => [addressPart(url, "Enter the incoming webhook URL.")],
  telegram: ({ url, token, target }) => [
    addressPart(url),
    given(token, "Enter the bot token."),
    given(target, "Enter the chat ID.") ??
      fits(target, /^(-?\d{1,20}|@\w+)$/, "The chat ID is a number, or the channel name with @ before it."),
  ],
  ntfy: (target) => {
    const address = addressPart(target.url, "Enter the topic's URL, or the server's URL and a topic.");
    if (address !== undefined) return [address];
    const { topic } = ntfyAddress(target);
    return [
      given(topic, "Enter the topic, or the topic's URL.") ??
        fits(topic, /^[-_A-Za-z0-9]{1,64}$/, "A topic consists of 1 to 64 letters, digits, - and _."),
    ];
  },
  gotify: ({ url, token }) => [
    addressPart(url, "Enter the server's URL."),
    given(token, "Enter the application token."),
  ],
  pushbullet: ({ url, token }) => [addressPart(url), given(token, "Enter the access token.")],
  apprise: ({ url, token, target }) => [
    addressPart(url, "Enter the server's URL."),
    token.trim() !== ""
      ? fits(token, /^[A-Za-z0-9_-]{1,128}$/, "A configuration key consists of 1 to 128 letters, digits, - and _.")
      : gatewayUrls(target).length === 0
      ? "Enter a configuration key or a list of gateway URLs."
      : undefined,
  ],
  webhook: ({ url }) => [addressPart(url, "Enter the URL.")],
  script: ({ path }) => [given(path, "Enter the script's path.")],
};

const given = (value: string, sentence: string): string | undefined => value.trim() === "" ? sentence : undefined;

const fits = (value: string, pattern: RegExp, sentence: string): string | undefined =>
  pattern.test(value.trim()) ? undefined : sentence;

/**
 * Returns the problem with an address. `sentence` is used if the address is empty. Without `sentence`, the address is
 * optional.
 */
function addressPart(value: string, sentence?: string): string | undefined {
  if (value.trim() === "") return sentence;
  const protocol = URL.parse(value.trim())?.protocol;
  return protocol === "http:" || protocol === "https:" ? undefined : "Enter a URL such as https://host/path.";
}
