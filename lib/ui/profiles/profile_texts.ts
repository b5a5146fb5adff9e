/** What each field of a recipe is called, by its path: the editor, the rules and the difference read this one table. */
export const PROFILE_LABELS: Readonly<Record<string, string>> = {
  name: "Name",
  description: "Description",
  mediaType: "For",
  container: "Container",
  "video.encoder": "Video encoder",
  "video.quality": "Video quality",
  "video.preset": "Video preset",
  "video.pixelFormat": "Pixel format",
  "video.tune": "Tune",
  "video.maxHeight": "Maximum height, pixels",
  "video.hdrPassthrough": "Keep HDR10",
  "video.hdrToSdr": "HDR to SDR",
  "video.bitrate": "Video bit rate, kb/s",
  "video.targetMetric": "Quality target",
  "video.targetScore": "Target score",
  "video.deinterlace": "Deinterlace",
  "video.crop": "Crop black bars",
  "video.extraArgs": "Extra ffmpeg arguments",
  "video.hwMode": "Hardware",
  "audio.encoder": "Audio encoder",
  "audio.bitrate": "Audio bit rate, kb/s",
  "audio.channels": "Audio channels",
  "audio.languages": "Audio languages to keep",
  "audio.ownLanguages": "My languages instead (audio)",
  "audio.firstMatchOnly": "One track per language",
  "audio.dropCommentary": "Leave audio commentary out",
  "audio.keepLossless": "Copy lossless tracks",
  "audio.keepOriginalLanguage": "Always keep the original language",
  "audio.addStereo": "Add a stereo AAC track",
  "audio.vbrQuality": "Variable bit rate quality",
  "audio.maxSampleRate": "Maximum sample rate, Hz",
  "audio.bitDepth": "Bit depth",
  "audio.compressionLevel": "Compression level",
  "audio.opusComplexity": "Opus complexity",
  "audio.preserveMqa": "Keep MQA intact",
  "audio.replayGain": "Write ReplayGain",
  "audio.embedCover": "Keep the cover of music files",
  "subtitles.mode": "Subtitles",
  "subtitles.languages": "Subtitle languages to keep",
  "subtitles.ownLanguages": "My languages instead (subtitles)",
  "subtitles.burnLanguage": "Language to burn in",
  "subtitles.burnForcedOnly": "Burn in forced lines only",
  "subtitles.keepFonts": "Keep fonts",
  "subtitles.pictureSubtitles": "Picture subtitles",
  "subtitles.dropCommentary": "Leave subtitle commentary out",
  "output.directory": "Output folder",
  "output.suffix": "Suffix of the name",
  "output.replaceOriginal": "Replace the original",
  "output.notifyArr": "Ask the manager to rescan",
  "output.renameTokens": "Rename for the encode",
  "output.cleanMetadata": "Clean metadata",
  "output.checkSource": "Check the source in full first",
  "output.replaceDamaged": "Replace a damaged original too",
  "output.keepOriginalDays": "Keep replaced originals, days",
};

/** The label of a field; a path nobody named is split into words. */
export const profileLabel = (path: string): string =>
  PROFILE_LABELS[path] ?? (path.split(".").at(-1) ?? path).replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();

/** A value of a recipe in words. */
export function valueWords(value: unknown): string {
  if (value === true) return "on";
  if (value === false) return "off";
  if (value === undefined || value === null || value === "") return "empty";
  if (Array.isArray(value)) return value.length === 0 ? "all" : value.map(valueWords).join(", ");
  return String(value);
}
