const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);
/** Such a key, or an escape that may hide one. Looking at every key of a library takes ten times as long as reading it. */
const MAY_HOLD_FORBIDDEN = /"(?:__proto__|constructor|prototype)"\s*:|\\u00(?:5f|[67])/i;

/** What another machine sent as JSON, without the keys that reach into objects; undefined when it is none. */
export function foreignJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder().decode(bytes);
    return MAY_HOLD_FORBIDDEN.test(text)
      ? JSON.parse(text, (key, value) => FORBIDDEN.has(key) ? undefined : value)
      : JSON.parse(text);
  } catch {
    return undefined;
  }
}
