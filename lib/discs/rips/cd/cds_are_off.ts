/** What a person reads who asked for a CD. */
export const CDS_ARE_OFF = "Reading audio CDs is off. Switch it on under Settings, Discs.";
