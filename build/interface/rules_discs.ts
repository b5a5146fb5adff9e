import { type InterfaceRule, rules } from "./rule.ts";

/** Rules for discs, CDs, images with a cue sheet, barcodes and anime data. Names are exactly those of the tests. */
export const DISC_RULES: readonly InterfaceRule[] = [
  ...rules("Discs", [
    [
      "a disc that fits a set is offered, and an unexpected one filed or rejected",
      "three discs of a season in two drives become one box set, and every episode reaches Sonarr",
    ],
    [
      "a certain match starts automatically, an uncertain one waits",
      "a certain match starts automatically if the setting allows it; uncertain matches, unknown discs and hidden movies wait",
    ],
    [
      "the shared index: asked while it is on, told of a disc only with consent, differing votes only offered",
      "the shared index is asked after discdb, and where its votes differ it is offered only",
      "a delivered disc is asked about once, in words that name all that is sent, and the answer is kept",
      "discs are shared by themselves only where the settings say always, and one that fails is logged",
      "a delivered disc is shared or kept to oneself by its buttons, with all that would be sent shown",
    ],
    [
      "the catalogue of discs: titles by content, nothing while it is off",
      "a catalogue that knows the disc comes first, and names its titles",
      "switched off, discdb is not asked",
    ],
    [
      "OMDb: kind, year and genre of what no manager has, within the limit of a day",
      "a film that neither library nor lookup knows is known by OMDb, when that is on",
      "the limit of a day ends the asking until midnight UTC, also after a restart, with one event",
    ],
  ]),
  ...rules("Audio CDs and images with a cue sheet", [
    [
      "a CD is read, tagged, verified and imported like a disc",
      "a CD goes the whole way from its image into Lidarr, its hidden track where it is asked for",
      "every track of a disc (${kind}) with offset ${offset} is bit for bit what was written",
      "an album is written with tags, cover, gains, cue, playlist and log, bit for bit",
    ],
    [
      "the read offset of a drive is a setting, and found",
      "a drive gets a read offset of its own and loses it again; another keeps that of the settings",
      "the read offset that makes a CD accurate is offered for its drive, and set by the button",
    ],
    ["CDDB only where MusicBrainz has nothing, as a suggestion", "CDDB is a suggestion only, whatever it says"],
    ["a handshake in CDDB's address is kept", "a handshake in the setting is kept as typed"],
    ["refusals of CDDB reach the log of the disc as received", "refusals are kept word for word"],
    [
      "MQA is heard, and lost by no lossless copy",
      "MQA is found in ${bitDepth} bit ${name}",
      "a lossless copy of an MQA file keeps its words, a lossy one loses them",
    ],
    [
      "a download that is an image is split to the sample, and imported for its entry of the queue",
      "thirty sheets and more: tracks begin to the sample where they should, and joined are the image",
      "a finished download that is an image is split, imported for its entry of the queue, and kept",
      "switched off, not connected or not seen, nothing is split",
      "nothing is left of a split that fails: ${name}",
    ],
  ]),
  ...rules("Barcodes and wanted discs", [
    [
      "while an experiment is off its routes say so",
      "while the experiments are off every route of theirs says so",
      "without the experiment there is no code and no page",
    ],
    [
      "the QR code opens the page of the scanner, and is as secret as a password",
      "the code is a picture that no cache keeps, and only the page of the scanner may use the camera",
      "where a login is needed the code's key opens one session, once, and never is the API key",
    ],
    [
      "a barcode is scanned or typed, and its title confirmed and expected",
      "a barcode in front of the camera ends on its title, which is then expected",
      "a confirmed title is added as the settings say, and the same barcode twice is one disc",
    ],
    [
      "barcodes: TheDiscDb, MusicBrainz, then the database of products",
      "a catalogue of discs, then one of music, then one of products is asked, each as little as can be",
    ],
    [
      "a hundred lookups of products a day",
      "after a hundred lookups nothing is asked before the day ends, also by the next start",
    ],
    [
      "words of shops are taken out of a listing",
      "of ${SHOP_LISTINGS.length} listings nearly all are read right",
      "a title that is or begins with a word of shops stays",
    ],
    [
      "wanted discs: only those that help, the scanned first",
      "the disc that improves a file, or none",
      "what is below its cutoff is listed with the disc that helps, the scanned first; a manager that is down is named",
    ],
  ]),
  ...rules("Anime data", [
    [
      "titles and ids are downloaded once and refreshed, and kept when a source fails",
      "anime data is downloaded, searched, and known again after a restart without another download",
      "AniDB is asked at most once a day, whoever asks and however often it starts or fails",
      "what cannot be used leaves the old copy in use, with a sentence and its age",
    ],
    [
      "films and series have ids, romaji and kanji, a badge, a filter, an order and a link",
      "anime data marks films and series, and gives everything back when it is switched off",
      "titles of the library are found by their Japanese names and by synonyms",
    ],
    [
      "the profile of anime is that of anime films",
      "auto transcode gives an anime film the profile of anime, as long as anime data is on",
    ],
    [
      "a disc with a Japanese name is found under its other one",
      "a disc with a Japanese name is the title that the managers hold under another one",
      "of forty labels in romaji, kanji and kana nearly all lead to the right anime",
    ],
    [
      "absolute numbers are those of the seasons",
      "episodes that are counted through are those of the seasons that lists of anime tell, where Sonarr has no such numbers",
    ],
  ]),
];
