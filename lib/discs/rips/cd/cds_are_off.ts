/** Message for a request to read a CD while the feature is disabled. */
export const CDS_ARE_OFF = "Reading audio CDs is disabled. Enable it in Settings > Discs.";
