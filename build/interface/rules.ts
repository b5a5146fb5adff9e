import { DISC_RULES } from "./rules_discs.ts";
import { type InterfaceRule, rules } from "./rule.ts";

/** Guarantees of the interface other than routes, settings and tasks. Names are exactly those of the tests. */
export const INTERFACE_RULES: readonly InterfaceRule[] = [
  ...rules("Authentication", [
    ["GET /api/health is public", "S-AUTH-1: a public path admits anyone"],
    [
      "without authentication a local request needs no credential; the mode may ask only those from elsewhere",
      "S-AUTH-5: without a credential a caller is admitted by origin exactly where the settings say so, and never from afar",
    ],
    [
      "the API key works in a header or in the query, whatever the mode",
      "S-AUTH-6: the right key always works, and a wrong credential never does",
      "S-AUTH-6: the key is taken from header or query, or from both when they agree",
    ],
    [
      "cookies are signed, and valid for 30 days when that was chosen",
      "S-AUTH-8: a cookie that is tampered with, cut short or of another instance is none",
      "S-AUTH-8: a session ends by logout, by age, by idleness and by being one of the others",
    ],
    [
      "X-Forwarded-For counts only behind a local proxy",
      "behind a near proxy the caller is local only when every hop is",
    ],
    [
      "failed logins are throttled",
      "S-AUTH-9: four failures cost nothing, from the fifth on every one doubles the wait up to 15 minutes",
    ],
    [
      "a new API key ends the old one",
      "the API key changes by its own call only, which answers a new one and forgets the old",
    ],
    [
      "SERVICE_RESET_AUTH=1 turns authentication off once",
      "S-AUTH-10: SERVICE_RESET_AUTH opens the door once, and again only after a start without it",
    ],
    [
      "certificates of others are checked, not checked, or not checked for local addresses",
      "S-OUT-4: certificates are checked, never checked, or not checked for local addresses",
    ],
  ]),
  ...rules("Host and environment", [
    [
      "a change of port or address restarts in place, and goes back where the port is taken",
      "restart in place: to another port and base while an encode goes on; back when the port is taken",
    ],
    [
      "HTTPS on a port of its own, from PEM or .pfx",
      "HTTPS on its own port with PEM files and with a .pfx; a certificate that goes bad leaves plain HTTP and says so",
    ],
    [
      "the environment wins and locks its fields",
      "what the environment holds wins, is not changed by an update, and the file keeps its own value",
      "SERVICE_PORT wins over PORT, which holds the port when it is alone",
    ],
    [
      "the proxy, with what bypasses it",
      "requests go through the proxy with its credentials, but for what bypasses it",
      "the proxy is left out for listed names, wildcards and local addresses",
    ],
  ]),
  ...rules("Health", [
    [
      "1. ffmpeg missing or for another processor",
      "1: ffmpeg that is missing, empty or made for another processor is named with the cause",
    ],
    [
      "2. a hardware method that ffmpeg cannot do",
      "2: a hardware method that this ffmpeg cannot do is named, with what it can",
    ],
    [
      "3. and 5. silent managers, paths that cannot be seen, mappings that lead nowhere",
      "3, 5: a silent manager, a foreign clock, folders that cannot be seen and mappings that lead nowhere",
    ],
    ["4. slskd without Lidarr", "4: slskd without Lidarr"],
    ["6. MakeMKV missing, a drive that has gone", "6: MakeMKV missing while ripping is on, and a drive that has gone"],
    [
      "7. fre:ac missing while music profiles exist",
      "7: fre:ac missing while there are music profiles, which the presets are; those that lose by it are named",
    ],
    [
      "8. program data not writable, or on a share",
      "S-DB-2: 8: program data that cannot be written, lies on a share, or on a disk that is nearly full",
    ],
  ]),
  ...rules("Local media and mappings", [
    ["films, series and albums are known by folders and names", "recogniseFolder() knows ${rule}"],
    [
      "the kind of a folder can be set",
      "a kind from the settings wins over names; a kind from a folder's name is a hint",
    ],
    ["titles of managers are hidden", "titles that a manager manages are hidden"],
    [
      "samples, extras and bins are skipped",
      "samples, extras, partial files, bins and hidden things are passed by",
    ],
    ["posters in folders are shown", "posters are poster before folder before cover, in any case"],
    ["the longest mapping wins, in both directions", "the longest mapping of the application wins, by whole segments"],
  ]),
  ...rules("Auto transcode", [
    [
      "the first scan is only a baseline, unless existing files are wanted",
      "the first scan only records what is there, unless existing files are wanted",
    ],
    [
      "so many new jobs a scan",
      "a library that cannot be read makes no baseline, files that cannot be seen are asked again, and so many a scan",
    ],
    ["what was encoded is never encoded again", "an import that Radarr tells of is encoded once, and never again"],
    [
      "a smart profile with nothing to do makes no job",
      "a smart profile with nothing to do makes no job; in a list it is counted as skipped",
    ],
    [
      "a webhook is answered at once and scanned later",
      "webhooks are answered at once, a test event and others without a scan",
    ],
  ]),
  ...rules("Notifications and events", [
    [
      "nine kinds of target",
      "a complete target of every kind is told, whatever the text",
      "each kind of target takes the test message as entered, and refusals are told in its own words",
    ],
    [
      "a broken target delays nothing and is told in the events",
      "a finished encode is told to those who want it, and a target that hangs delays nothing",
    ],
    [
      "a script gets six variables and 30 seconds",
      "S-PROC-6: a script gets the six variables word for word, and nothing else of ours",
      "S-PROC-7: a script over its time is ended with all it started, first gently",
    ],
    [
      "events are filtered and cleared",
      "S-LIM-4: events are paged, filtered, searched and bounded; clearing them says so",
    ],
  ]),
  ...rules("Jobs, backups and updates", [
    ["a job that stands still is stopped", "S-PROC-9: standing still is a stall, though the tool goes on talking"],
    [
      "the newest three backups are always kept",
      "S-DB-6: only what was made by itself, is past the retention and not among the newest three goes",
    ],
    [
      "a restore replaces the configuration and restarts",
      "a listed backup and an uploaded one come back, each after a safety backup; secrets stay private",
    ],
    [
      "the list of releases is read every six hours and kept when its source is silent",
      "the list is read once in six hours, with the tag of the last one; unchanged keeps it",
    ],
    ["encoders that ffmpeg lacks are told", "encoders that this ffmpeg lacks are named on the profile"],
    [
      "log files rotate at their size",
      "S-LIM-3: at most ten files are kept, none above the limit, and only the oldest lines are gone",
    ],
  ]),
  ...DISC_RULES,
];
