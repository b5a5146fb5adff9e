/** Environment of the container image for MakeMKV. All values are set by its entrypoint or its administrator. */
export interface MakemkvEnvironment {
  /** `ready`, or the condition for a build that the container does not meet. Undefined outside the container image. */
  build?: string;
  /** URL of the folder with MakeMKV's archives, if it is not on MakeMKV's site. */
  url?: string;
  /** Volume in which the entrypoint builds MakeMKV. */
  target?: string;
}

/** Reads the values for MakeMKV from the environment variables. */
export const makemkvEnvironment = (env: Record<string, string | undefined>): MakemkvEnvironment => ({
  build: env.LATHE_MAKEMKV_BUILD,
  url: env.MAKEMKV_URL,
  target: env.MAKEMKV_DIR,
});
