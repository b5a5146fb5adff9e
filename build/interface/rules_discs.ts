import { type InterfaceRule, rules } from "./rule.ts";

/**
 * Rules for discs, CDs, images with a cue sheet, barcodes and anime data. The test names are spelled exactly as in the
 * tests.
 */
export const DISC_RULES: readonly InterfaceRule[] = [
  ...rules("Discs", [
    [
      "a disc that fits a box set is offered for it, and an unexpected disc is assigned or rejected",
      "three discs of a season in two drives become one box set, and every episode reaches Sonarr",
    ],
    [
      "a disc with a reliable match is ripped automatically, any other disc waits for the user",
      "a certain match starts automatically if the setting allows it; uncertain matches, unknown discs and hidden movies wait",
    ],
    [
      "the shared index is queried only while enabled, receives a disc only with consent, and contradictory entries are only offered",
      "the shared index is queried after discdb, and contradictory votes are only offered",
      "sharing a delivered disc is offered once, with all data that would be sent, and the answer is stored",
      "discs are shared automatically only if the settings say always, and failures are logged",
      "a delivered disc is shared or kept to oneself by its buttons, with all that would be sent shown",
    ],
    [
      "the disc catalogue identifies titles by disc contents, and receives no request while it is disabled",
      "a catalogue that lists the disc takes precedence, and names its titles",
      "discdb receives no request while it is disabled",
    ],
    [
      "OMDb returns type, year and genre of titles that no manager has, within a daily limit",
      "a movie unknown to library and lookup is looked up in OMDb, if that is on",
      "the limit of a day ends the asking until midnight UTC, also after a restart, with one event",
    ],
  ]),
  ...rules("Audio CDs and images with a cue sheet", [
    [
      "a CD is read, tagged, verified and imported like a disc",
      "a CD is imported from its image into Lidarr, with its hidden track on request",
      "every track of a disc (${kind}) with offset ${offset} is bit-exact",
      "an album is written with tags, cover, gains, cue, playlist and log, bit for bit",
    ],
    [
      "the read offset of a drive can be set and is detected",
      "a drive gets a separate read offset and loses it again; another keeps that of the settings",
      "the read offset that makes a CD accurate is offered for its drive, and set by the button",
    ],
    [
      "CDDB is used only if MusicBrainz finds nothing, and only for suggestions",
      "CDDB is a suggestion only, whatever its response",
    ],
    ["a handshake in the CDDB address is not changed", "a handshake in the setting is kept as typed"],
    ["error messages from CDDB are written to the disc's log unchanged", "refusals are kept word for word"],
    [
      "MQA is detected in the audio, and every lossless copy preserves it",
      "MQA is found in ${bitDepth} bit ${name}",
      "a lossless copy of an MQA file keeps its tags, a lossy one loses them",
    ],
    [
      "a downloaded CD image is split with sample accuracy, and imported for its download in the queue",
      "sheets of many kinds: tracks begin to the sample where they should, and joined are the image",
      "a finished download that is an image is split, imported for its entry of the queue, and kept",
      "switched off, not connected or not seen, nothing is split",
      "nothing remains of a split that fails: ${name}",
    ],
  ]),
  ...rules("Barcodes and wanted discs", [
    [
      "while an experimental feature is disabled, its routes return an error that says so",
      "each route of the experiments reports that they are disabled",
      "without the experiment there is neither code nor page",
    ],
    [
      "the QR code opens the scan page, and is as secret as a password",
      "the code is an image that no cache keeps, and only the scanner page may use the camera",
      "where a login is required the one-time key opens one session, once, and never is the API key",
    ],
    [
      "a barcode is scanned or typed, and after the user has confirmed its title, the disc is expected",
      "a barcode in front of the camera ends on its title, which is then expected",
      "a confirmed title is added according to the settings, and a repeated barcode is one disc",
    ],
    [
      "barcodes are looked up in TheDiscDb, then MusicBrainz, then the product database",
      "the catalogue of discs, then that of music, then that of products is queried, each as little as possible",
    ],
    [
      "the product database receives at most a hundred lookups per day",
      "no request is sent after a hundred lookups until the day ends, also after a restart",
    ],
    [
      "words that shops add to a title are removed",
      "of ${SHOP_LISTINGS.length} listings nearly all are read right",
      "a title that is or begins with a word of shops stays",
    ],
    [
      "only discs that would improve a title are listed as wanted, those with a scanned barcode first",
      "the disc that improves a file, or none",
      "titles below their cutoff are listed with the disc that helps, the scanned first; a failing manager is named",
    ],
  ]),
  ...rules("Anime data", [
    [
      "anime titles and IDs are downloaded and refreshed, and kept if a source fails",
      "anime data is downloaded, searched, and available after a restart without another download",
      "AniDB receives at most one request a day, whoever requests and however often it starts or fails",
      "an unusable download keeps the old copy in use, with a message and its age",
    ],
    [
      "anime movies and series have IDs, romaji and kanji titles, a badge, a filter, a sort order and a link",
      "anime data marks movies and series, and removes all marks when it is switched off",
      "titles of the library are found by their Japanese names and by synonyms",
    ],
    [
      "the default profile for anime is also used for anime movies",
      "auto transcode uses the anime profile for an anime movie, as long as anime data is on",
    ],
    [
      "a disc with a Japanese name is matched to a title with another name",
      "a disc with a Japanese name is the title with another name in the managers",
      "nearly all of forty labels in romaji, kanji and kana lead to the right anime",
    ],
    [
      "absolute episode numbers are converted to season and episode",
      "absolute episode numbers are mapped to seasons by the anime lists, if Sonarr lacks such numbers",
    ],
  ]),
];
