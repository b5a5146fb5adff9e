/** Environment of the container image for MakeMKV. All values are set by its entrypoint or its administrator. */
export interface MakemkvEnvironment {
  /** `ready`, or the condition that the container does not meet. Undefined outside the image. */
  build?: string;
  /** Folder of archives, if it is not that of MakeMKV's site. */
  url?: string;
  /** Volume into which the entrypoint builds. */
  target?: string;
}

/** Returns the values for MakeMKV among the environment variables. */
export const makemkvEnvironment = (env: Record<string, string | undefined>): MakemkvEnvironment => ({
  build: env.LATHE_MAKEMKV_BUILD,
  url: env.MAKEMKV_URL,
  target: env.MAKEMKV_DIR,
});
