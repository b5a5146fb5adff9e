import { DISC_RULES } from "./rules_discs.ts";
import { type InterfaceRule, rules } from "./rule.ts";

/**
 * Guarantees of the interface, except routes, settings and tasks. The test names are spelled exactly as in the tests.
 */
export const INTERFACE_RULES: readonly InterfaceRule[] = [
  ...rules("Authentication", [
    ["GET /api/health is public", "S-AUTH-1: a public path admits anyone"],
    [
      "while authentication is disabled, local requests need no credentials; it can also be required only for other requests",
      "S-AUTH-5: without a credential a caller is admitted by origin exactly if the settings allow it, and never a remote one",
    ],
    [
      "the API key is accepted in a header or in the query in every authentication mode",
      "S-AUTH-6: the right key always works, and a wrong credential never does",
      "S-AUTH-6: the key is read from header or query, or from both if they agree",
    ],
    [
      "session cookies are signed, and with “Remember me” they are valid for 30 days",
      "S-AUTH-8: a cookie that is changed, truncated or of another instance is invalid",
      "S-AUTH-8: a session ends by logout, by age, by idleness and by being one of the others",
    ],
    [
      "X-Forwarded-For is only used if the request comes from a local proxy",
      "the caller behind a local proxy is local only when every hop is",
    ],
    [
      "failed logins are throttled",
      "S-AUTH-9: four failures cost nothing, from the fifth on every one doubles the wait up to 15 minutes",
    ],
    [
      "a new API key invalidates the old one",
      "the API key changes only by its own call, which returns a new one and invalidates the old",
    ],
    [
      "SERVICE_RESET_AUTH=1 disables authentication once",
      "S-AUTH-10: SERVICE_RESET_AUTH removes the login once, and again only after a start without it",
    ],
    [
      "certificates of other servers are validated always, never, or except for local addresses, as set",
      "S-OUT-4: certificates are checked, never checked, or not checked for local addresses",
    ],
  ]),
  ...rules("Host and environment", [
    [
      "a change of port or address restarts only the web server, which keeps the old port if the new one is in use",
      "restart in place: to another port and base during an encode, and back when the port is occupied",
    ],
    [
      "HTTPS uses a separate port and a certificate from PEM or .pfx files",
      "HTTPS on its own port with PEM files and with a .pfx; a certificate that becomes invalid leaves plain HTTP with a message",
    ],
    [
      "environment variables take precedence over settings and lock them",
      "environment variables take precedence, updates do not change them, and the file keeps its own value",
      "SERVICE_PORT wins over PORT, which holds the port when it is alone",
    ],
    [
      "requests use the proxy, except those to addresses that bypass it",
      "requests use the proxy with its credentials, except those that bypass it",
      "listed names, wildcards and local addresses bypass the proxy",
    ],
  ]),
  ...rules("Health", [
    [
      "1. ffmpeg is missing or built for another processor",
      "1: ffmpeg that is missing, empty or built for another processor is named with the cause",
    ],
    [
      "2. the selected hardware method is not supported by ffmpeg",
      "2: a hardware method that this ffmpeg lacks is named, with the available ones",
    ],
    [
      "3. and 5. managers that do not respond, paths that cannot be accessed, path mappings to missing folders",
      "3, 5: a silent manager, a foreign clock, folders that cannot be seen and mappings that lead nowhere",
    ],
    ["4. slskd without Lidarr", "4: slskd without Lidarr"],
    [
      "6. MakeMKV or a drive is missing",
      "6: MakeMKV is missing while ripping is on, and a missing drive is reported",
    ],
    [
      "7. fre:ac is missing although music profiles exist",
      "7: fre:ac missing while there are music profiles, which the presets are; those that lose by it are named",
    ],
    [
      "8. the program data is not writable or on a network share",
      "S-DB-2: 8: program data that is read-only, on a share, or on a nearly full disk is reported",
    ],
  ]),
  ...rules("Local media and mappings", [
    ["movies, series and albums are recognised by folder and file names", "recogniseFolder() knows ${rule}"],
    [
      "the type of media in a folder can be set",
      "a kind from the settings wins over names; a kind from a folder's name is a hint",
    ],
    ["titles in a manager's library are hidden", "titles that a manager manages are hidden"],
    [
      "samples, extras and recycle bins are skipped",
      "samples, extras, partial files, bins and hidden files are skipped",
    ],
    ["posters in folders are shown", "posters are poster before folder before cover, in any case"],
    [
      "the path mapping with the longest matching path is used, in both directions",
      "the longest mapping of the application wins, by whole segments",
    ],
  ]),
  ...rules("Auto transcode", [
    [
      "the first scan only records existing files, unless they are to be included",
      "the first scan only records existing files, unless they are wanted",
    ],
    [
      "the number of jobs that a scan creates is limited",
      "an unreadable library sets no baseline, unreadable files are tried again, and a scan has a limit",
    ],
    ["an encoded file is never encoded again", "an import that Radarr reports is encoded once, and never again"],
    [
      "a smart profile that would not change a file creates no job",
      "a smart profile without work creates no job; in a bulk request it counts as skipped",
    ],
    [
      "the response to a webhook is immediate, and the scan follows later",
      "webhooks are answered immediately, a test event and others without a scan",
    ],
  ]),
  ...rules("Notifications and events", [
    [
      "nine kinds of notification targets are supported",
      "a complete target of every kind receives any text",
      "each kind of target receives the test message as entered, and refusals contain its own words",
    ],
    [
      "a target that fails delays nothing, and its failure is listed in the events",
      "a finished encode notifies the subscribed targets, and a hung target delays nothing",
    ],
    [
      "a script receives six environment variables and may run for 30 seconds",
      "S-PROC-6: a script gets the six variables word for word, and nothing else of ours",
      "S-PROC-7: a script over its time is ended with all it started, first gently",
    ],
    [
      "events are filtered and cleared",
      "S-LIM-4: events are paged, filtered, searched and bounded; clearing them says so",
    ],
  ]),
  ...rules("Jobs, backups and updates", [
    [
      "a job that makes no progress is stopped",
      "S-PROC-9: missing progress is a stall, even if the tool keeps writing",
    ],
    [
      "the newest three backups are always kept",
      "S-DB-6: only automatic backups past the retention and not among the newest three are removed",
    ],
    [
      "a restore replaces the configuration and restarts",
      "a listed backup and an uploaded one are restored, each after a safety backup; secrets stay private",
    ],
    [
      "the list of releases is read every six hours, and kept if its source does not respond",
      "the list is read once in six hours, with the tag of the last one; unchanged keeps it",
    ],
    ["encoders that ffmpeg lacks are reported", "encoders that this ffmpeg lacks are named on the profile"],
    [
      "log files are rotated when they reach the size limit",
      "S-LIM-3: at most ten files are kept, none above the limit, and only the oldest lines are lost",
    ],
  ]),
  ...DISC_RULES,
];
