/** The running version: `major.backend.feature.minor`. The only place it is written down. */
export const VERSION = "0.1.0.0";
