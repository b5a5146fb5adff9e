import { addressProblem } from "./host_rules.ts";
import { absoluteHere, isAbsoluteAnywhere, problem, repeated, type RuleFacts, type SettingRule } from "./rule.ts";

const ABSOLUTE_THERE = "Use an absolute path, as the application reports it.";

/** Rules for connections, path mappings, local folders, profiles and drives. */
export const LIBRARY_RULES: SettingRule[] = [
  {
    keys: /^connections\./,
    problems({ connections }) {
      const addresses = Object.entries(connections).flatMap(([kind, { enabled, url }]) =>
        problem(`connections.${kind}.url`, enabled && url === "" ? "Enter the address." : addressProblem(url))
      );
      const { downloadsPath } = connections.soulseek;
      const wrong = downloadsPath !== "" && !isAbsoluteAnywhere(downloadsPath);
      return [...addresses, ...problem("connections.soulseek.downloadsPath", wrong && ABSOLUTE_THERE)];
    },
  },
  {
    keys: /^pathMappings$/,
    problems({ pathMappings }) {
      return pathMappings.flatMap(({ remote, local }, i) => [
        ...problem(`pathMappings.${i}.remote`, !isAbsoluteAnywhere(remote) && ABSOLUTE_THERE),
        ...problem(`pathMappings.${i}.local`, absoluteHere(local)),
      ]);
    },
  },
  {
    keys: /^localMedia\.folders$/,
    problems({ localMedia: { folders } }) {
      return folders.flatMap(({ path }, i) => problem(`localMedia.folders.${i}.path`, absoluteHere(path)));
    },
  },
  {
    keys: /^(defaultProfiles|auto\.profiles)\./,
    async problems({ defaultProfiles, auto }, facts) {
      const chosen = [
        ...Object.entries(defaultProfiles).map(([media, id]) => ({ path: `defaultProfiles.${media}`, media, id })),
        ...Object.entries(auto.profiles).filter(([, id]) => id !== "")
          .map(([media, id]) => ({ path: `auto.profiles.${media}`, media, id })),
      ];
      const found = await Promise.all(
        chosen.map(async ({ path, media, id }) => problem(path, await profileProblem(id, media, facts))),
      );
      return found.flat();
    },
  },
  {
    keys: /^omdb\./,
    problems({ omdb: { enabled, apiKey } }) {
      return problem("omdb.apiKey", enabled && apiKey === "" && "OMDb requires an API key.");
    },
  },
  {
    keys: /^transcoding\.schedule\./,
    problems({ transcoding: { schedule: { enabled, from, to } } }) {
      return problem("transcoding.schedule.to", enabled && from === to && "The start and end times are the same.");
    },
  },
  {
    keys: /^disc\.ripDirectory$/,
    async problems({ disc: { ripDirectory } }, { writtenFolderProblem }) {
      return problem("disc.ripDirectory", ripDirectory !== "" && await writtenFolderProblem(ripDirectory));
    },
  },
  {
    keys: /^disc\.virtualDriveDirectory$/,
    async problems({ disc: { virtualDriveDirectory: path } }, { isFolder }) {
      return problem("disc.virtualDriveDirectory", path !== "" && !await isFolder(path) && "There is no such folder.");
    },
  },
  {
    keys: /^disc\./,
    problems({ disc }) {
      const drives = (["virtualDrives", "physicalDrives"] as const).flatMap((list) =>
        disc[list].flatMap(({ path }, i) => [
          ...problem(`disc.${list}.${i}.path`, absoluteHere(path)),
          ...problem(`disc.${list}.${i}.id`, repeated(disc[list].map(({ id }) => id), i)),
        ])
      );
      const roots = Object.entries(disc.addTargets).flatMap(([kind, target]) =>
        problem(
          `disc.addTargets.${kind}.root`,
          target?.root !== undefined && !isAbsoluteAnywhere(target.root) && ABSOLUTE_THERE,
        )
      );
      return [...drives, ...roots];
    },
  },
];

async function profileProblem(id: string, media: string, facts: RuleFacts): Promise<string | undefined> {
  const found = await facts.profileMedia(id);
  if (found === undefined) return id === "" ? "Choose a profile." : `There is no profile ${id}.`;
  const wanted = media === "music" ? "music" : "video";
  if (found !== wanted) return `The profile ${id} is for ${found}, not for ${wanted}.`;
}
