import { DISC_RULES } from "./rules_discs.ts";
import { type InterfaceRule, rules } from "./rule.ts";

/**
 * Guarantees of the interface, except routes, settings and tasks. The test names are spelled exactly as in the tests.
 */
export const INTERFACE_RULES: readonly InterfaceRule[] = [
  ...rules("Authentication", [
    ["GET /api/health is public", "S-AUTH-1: a public path admits anyone"],
    [
      "without authentication a local request needs no credential; the mode may ask only those from elsewhere",
      "S-AUTH-5: without a credential a caller is admitted by origin exactly if the settings allow it, and never a remote one",
    ],
    [
      "the API key works in a header or in the query, whatever the mode",
      "S-AUTH-6: the right key always works, and a wrong credential never does",
      "S-AUTH-6: the key is read from header or query, or from both if they agree",
    ],
    [
      "cookies are signed, and valid for 30 days when that was chosen",
      "S-AUTH-8: a cookie that is changed, truncated or of another instance is invalid",
      "S-AUTH-8: a session ends by logout, by age, by idleness and by being one of the others",
    ],
    [
      "X-Forwarded-For counts only behind a local proxy",
      "the caller behind a local proxy is local only when every hop is",
    ],
    [
      "failed logins are throttled",
      "S-AUTH-9: four failures cost nothing, from the fifth on every one doubles the wait up to 15 minutes",
    ],
    [
      "a new API key ends the old one",
      "the API key changes only by its own call, which returns a new one and invalidates the old",
    ],
    [
      "SERVICE_RESET_AUTH=1 turns authentication off once",
      "S-AUTH-10: SERVICE_RESET_AUTH removes the login once, and again only after a start without it",
    ],
    [
      "certificates of others are checked, not checked, or not checked for local addresses",
      "S-OUT-4: certificates are checked, never checked, or not checked for local addresses",
    ],
  ]),
  ...rules("Host and environment", [
    [
      "a change of port or address restarts in place, and goes back where the port is taken",
      "restart in place: to another port and base during an encode, and back when the port is occupied",
    ],
    [
      "HTTPS on a port of its own, from PEM or .pfx",
      "HTTPS on its own port with PEM files and with a .pfx; a certificate that becomes invalid leaves plain HTTP with a message",
    ],
    [
      "the environment wins and locks its fields",
      "environment variables take precedence, updates do not change them, and the file keeps its own value",
      "SERVICE_PORT wins over PORT, which holds the port when it is alone",
    ],
    [
      "the proxy, with what bypasses it",
      "requests use the proxy with its credentials, except those that bypass it",
      "listed names, wildcards and local addresses bypass the proxy",
    ],
  ]),
  ...rules("Health", [
    [
      "1. ffmpeg missing or for another processor",
      "1: ffmpeg that is missing, empty or built for another processor is named with the cause",
    ],
    [
      "2. a hardware method that ffmpeg cannot do",
      "2: a hardware method that this ffmpeg lacks is named, with the available ones",
    ],
    [
      "3. and 5. silent managers, paths that cannot be seen, mappings that lead nowhere",
      "3, 5: a silent manager, a foreign clock, folders that cannot be seen and mappings that lead nowhere",
    ],
    ["4. slskd without Lidarr", "4: slskd without Lidarr"],
    [
      "6. MakeMKV missing, a drive that has gone",
      "6: MakeMKV is missing while ripping is on, and a missing drive is reported",
    ],
    [
      "7. fre:ac missing while music profiles exist",
      "7: fre:ac missing while there are music profiles, which the presets are; those that lose by it are named",
    ],
    [
      "8. program data not writable, or on a share",
      "S-DB-2: 8: program data that is read-only, on a share, or on a nearly full disk is reported",
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
      "samples, extras, partial files, bins and hidden files are skipped",
    ],
    ["posters in folders are shown", "posters are poster before folder before cover, in any case"],
    ["the longest mapping wins, in both directions", "the longest mapping of the application wins, by whole segments"],
  ]),
  ...rules("Auto transcode", [
    [
      "the first scan is only a baseline, unless existing files are wanted",
      "the first scan only records existing files, unless they are wanted",
    ],
    [
      "so many new jobs a scan",
      "an unreadable library sets no baseline, unreadable files are tried again, and a scan has a limit",
    ],
    ["what was encoded is never encoded again", "an import that Radarr reports is encoded once, and never again"],
    [
      "a smart profile with nothing to do makes no job",
      "a smart profile without work creates no job; in a bulk request it counts as skipped",
    ],
    [
      "a webhook is answered at once and scanned later",
      "webhooks are answered immediately, a test event and others without a scan",
    ],
  ]),
  ...rules("Notifications and events", [
    [
      "nine kinds of target",
      "a complete target of every kind receives any text",
      "each kind of target receives the test message as entered, and refusals contain its own words",
    ],
    [
      "a broken target delays nothing and is told in the events",
      "a finished encode notifies the subscribed targets, and a hung target delays nothing",
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
    ["a job that stands still is stopped", "S-PROC-9: missing progress is a stall, even if the tool keeps writing"],
    [
      "the newest three backups are always kept",
      "S-DB-6: only automatic backups past the retention and not among the newest three are removed",
    ],
    [
      "a restore replaces the configuration and restarts",
      "a listed backup and an uploaded one are restored, each after a safety backup; secrets stay private",
    ],
    [
      "the list of releases is read every six hours and kept when its source is silent",
      "the list is read once in six hours, with the tag of the last one; unchanged keeps it",
    ],
    ["encoders that ffmpeg lacks are told", "encoders that this ffmpeg lacks are named on the profile"],
    [
      "log files rotate at their size",
      "S-LIM-3: at most ten files are kept, none above the limit, and only the oldest lines are lost",
    ],
  ]),
  ...DISC_RULES,
];
