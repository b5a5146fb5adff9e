/** The running version: `major.backend.feature.minor`. Defined only here. */
export const VERSION = "0.1.0.0";
