/** Ways to install a newer release. Lathe never updates itself. Pure. */

export type Mechanism = "builtIn" | "script" | "docker" | "external";
/** Type of installation, as reported by the build or the container. */
export type InstallKind = "package" | "docker" | "source";

/** Returns the mechanism in the settings, or otherwise the usual one for this type of installation. */
export const mechanismOf = (configured: "" | Mechanism, kind: InstallKind): Mechanism =>
  configured !== "" ? configured : kind === "docker" ? "docker" : kind === "source" ? "external" : "builtIn";

/** Values for the instructions. `scriptPath` is empty if none is set, and `url` is the page of the release. */
export interface InstallFacts {
  mechanism: Mechanism;
  version: string;
  scriptPath: string;
  url: string;
}

/** Returns the instructions for installing in Markdown. */
export function installText({ mechanism, version, scriptPath, url }: InstallFacts): string {
  switch (mechanism) {
    case "docker":
      return "Pull the new image and recreate the container:\n\n```sh\ndocker compose pull\ndocker compose up -d\n```";
    case "script":
      return scriptPath === ""
        ? "Run your update script. You can set its path in Settings, under Updates."
        : `Run your update script:\n\n\`\`\`sh\n${scriptPath} ${version}\n\`\`\``;
    case "external":
      return "Fetch the sources of this version, install and build them, then restart:\n\n```sh\n" +
        `git fetch --tags\ngit checkout v${version}\ndeno install\ndeno task compile\n\`\`\``;
    case "builtIn":
      return `Download the package for this platform from [the release](${url}), stop Lathe, replace the old executable with ` +
        "the new one, and start it again. The first start copies the database before changing it.";
  }
}
