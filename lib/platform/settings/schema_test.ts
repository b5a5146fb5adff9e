import { deepStrictEqual as same, ok } from "node:assert/strict";
import { Settings } from "./schema.ts";
import { merged, valueAt } from "./tree.ts";

/** Defaults that must not change. New settings may be missing here. */
const DEFAULTS: Record<string, unknown> = {
  general: {
    host: {
      bindAddress: "*",
      port: 3939,
      urlBase: "",
      instanceName: "Lathe",
      applicationUrl: "",
      enableSsl: false,
      sslPort: 9898,
      sslCertPath: "",
      sslKeyPath: "",
      sslCertPassword: "",
      allowedHosts: [],
    },
    security: {
      authentication: "none",
      authenticationRequired: "disabledForLocalAddresses",
      username: "",
      password: "",
      passwordSet: false,
      apiKey: "",
      certificateValidation: "enabled",
      trustedProxies: [],
      mediaRoots: [],
    },
    proxy: {
      enabled: false,
      type: "http",
      hostname: "",
      port: 8080,
      username: "",
      password: "",
      bypassFilter: "",
      bypassLocalAddresses: true,
    },
    logging: { level: "info", sizeLimitMb: 2 },
    updates: { branch: "main", automatic: false, mechanism: "", scriptPath: "" },
    backups: { folder: "", intervalDays: 7, retentionDays: 28 },
  },
  connections: {
    movie: { enabled: false, url: "http://localhost:7878", apiKey: "" },
    series: { enabled: false, url: "http://localhost:8989", apiKey: "" },
    indexer: { enabled: false, url: "http://localhost:9696", apiKey: "" },
    music: { enabled: false, url: "http://localhost:8686", apiKey: "", splitCueImages: true },
    soulseek: {
      enabled: false,
      url: "http://localhost:5030",
      apiKey: "",
      downloadsPath: "",
      maxQueueLength: 50,
      searchTimeoutSeconds: 15,
    },
  },
  encodertoolPath: "",
  pathMappings: [],
  localMedia: {
    enabled: true,
    usePathMappings: true,
    hideArrManaged: true,
    metadata: true,
    folders: [],
    exclude: [
      "@eaDir",
      "#recycle",
      "$RECYCLE.BIN",
      "System Volume Information",
      "lost+found",
      "SteamLibrary",
      "steamapps",
      "node_modules",
      ".lathe-split",
      "Sample",
      "Samples",
      "Extras",
      "Featurettes",
      "Trailers",
      "Behind The Scenes",
      "Deleted Scenes",
      "Interviews",
    ],
    rescanHours: 12,
    watch: false,
    tmdbApiKey: "",
    metadataLanguage: "en-US",
  },
  ffmpegPath: "",
  ffprobePath: "",
  concurrency: 1,
  pollIntervalSeconds: 60,
  transcodeTemp: "transcodes",
  stallTimeoutMinutes: 10,
  preventSleep: true,
  transcoding: {
    hardwareAcceleration: "none",
    device: "",
    hardwareDecoding: true,
    fallbackToSoftware: true,
    keepOriginalDays: 7,
    verify: "windows",
    schedule: { enabled: false, from: "22:00", to: "06:00", days: [] },
  },
  doviToolPath: "",
  hdr10plusToolPath: "",
  languages: { preferred: [] },
  defaultProfiles: {
    movie: "builtin-movie-1080p",
    tv: "builtin-tv-1080p",
    anime: "builtin-anime-x265",
    music: "builtin-music-flac",
  },
  remuxOnly: true,
  searchDiscReleases: true,
  auto: {
    enabled: false,
    includeExisting: false,
    sources: { movie: true, series: true },
    scanIntervalMinutes: 15,
    maxPerScan: 10,
    profiles: { movie: "", tv: "", anime: "" },
  },
  animedb: { enabled: false },
  releasedb: { enabled: true },
  discdb: { enabled: true },
  cddb: { enabled: true, server: "http://gnudb.gnudb.org/~cddb/cddb.cgi" },
  ocr: { enabled: false, ocrPath: "", languages: [] },
  omdb: { enabled: false, apiKey: "" },
  sharedb: { enabled: false, indexUrl: "", contribute: "ask" },
  agents: { enabled: false, requireApproval: true, keepLocal: 1, listen: "", server: "", token: "" },
  experiments: { barcode: false, wanted: false },
  notifications: { targets: [] },
  players: { servers: [] },
  mqtt: {
    enabled: false,
    url: "",
    username: "",
    password: "",
    discoveryPrefix: "homeassistant",
    baseTopic: "lathe",
  },
  disc: {
    enabled: true,
    ripper: "auto",
    ripperPath: "",
    ripDirectory: "",
    virtualDriveDirectory: "",
    minTitleSeconds: 600,
    extraMinSeconds: 30,
    pollIntervalSeconds: 15,
    audioMode: "best",
    includeExtras: false,
    autoRip: false,
    autoTranscode: true,
    autoDeliver: true,
    autoEject: true,
    keepRaw: false,
    groupBoxSets: true,
    ejectWhen: "delivered",
    autoImport: true,
    addMissing: true,
    addMonitored: false,
    addTargets: {},
    virtualDrives: [],
    physicalDrives: [],
    ripperKey: "",
    cd: {
      enabled: true,
      ripperPath: "",
      readOffset: 0,
      releasedb: true,
      accurateRip: false,
      detectMqa: true,
      compressionLevel: 8,
      deliverToMusic: true,
    },
  },
};

const standard = Settings.parse({});
for (const [section, expected] of Object.entries(DEFAULTS)) {
  Deno.test(`defaults of ${section} are those of the table`, () => {
    const actual = valueAt(standard, section);
    same(merged(actual, expected), actual);
  });
}

Deno.test("one setting given leaves the defaults of its neighbours at every depth", () => {
  const { transcoding, auto } = Settings.parse({ transcoding: { schedule: { from: "01:00" } }, concurrency: 4 });
  same(transcoding.schedule, { enabled: false, from: "01:00", to: "06:00", days: [] });
  same([transcoding.verify, auto.maxPerScan], ["windows", 10]);
});

for (
  const [key, good, bad] of [
    ["general.host.port", [1, 65_535], [0, 65_536, 80.5, "80", null]],
    ["general.host.bindAddress", ["*", "localhost", "::1", "0.0.0.0"], ["", "a b", "http://x"]],
    ["general.host.urlBase", ["", "/lathe", "/a/b"], ["lathe", "/", "/lathe/", "/a b", "/../x?", "//x"]],
    ["general.host.applicationUrl", ["", "https://a.example/x"], ["javascript:alert(1)", "a.example", "ftp://a"]],
    ["connections.movie.url", ["http://radarr:7878", ""], ["radarr:7878", "file:///etc/passwd"]],
    ["general.security.authentication", ["none", "basic", "forms"], ["", "None", "external"]],
    ["general.security.apiKey", ["", "0".repeat(64)], ["short", "G".repeat(64)]],
    ["ffmpegPath", ["", "/usr/bin/ffmpeg", "C:\\ffmpeg.exe"], ["ffmpeg", "./ffmpeg", "-y"]],
    ["concurrency", [0, 32], [-1, 33, 1.5]],
    ["languages.preferred", [[], ["de", "eng"]], [["German"], ["DE"], "eng", [""]]],
    ["transcoding.schedule.from", ["00:00", "23:59"], ["24:00", "7:00", "12:60"]],
    ["transcoding.schedule.days", [[], [0, 6]], [[7], ["1"]]],
    ["general.logging.sizeLimitMb", [1, 100], [0, 101]],
    ["disc.cd.compressionLevel", [0, 8], [-1, 9]],
  ] as const
) {
  const inTree = (value: unknown) => key.split(".").reduceRight((inner: unknown, step) => ({ [step]: inner }), value);
  Deno.test(`${key} accepts its valid values and nothing else`, () => {
    for (const value of good) ok(Settings.safeParse(inTree(value)).success, `${JSON.stringify(value)} is good`);
    for (const value of bad) {
      const { error } = Settings.safeParse(inTree(value));
      ok(error?.issues.every(({ path }) => path.join(".").startsWith(key)), `${JSON.stringify(value)} is bad`);
    }
  });
}

Deno.test("a path mapping accepts any spelling of its manager", () => {
  const appOf = (app: unknown) =>
    Settings.safeParse({ pathMappings: [{ remote: "/a", local: "/b", app }] }).data?.pathMappings[0]?.app;
  for (
    const [word, kind] of [["radarr", "movie"], ["Sonarr", "series"], ["soulseek-client", "soulseek"], ["all", "all"]]
  ) {
    same(appOf(word), kind);
  }
  for (const word of ["plex", "", 5, null, "prowlarr"]) same(appOf(word), undefined);
});
