/** Finds the lines of a tool's log that report the failure. Pure. */

/** Maximum number of characters of a line that are read. Longer lines are data, such as base64. */
const LONGEST_LINE = 1000;
/** Maximum number of contexts in brackets before a message, such as `[vost#0:0/libx265 @ 0x55d] [enc:libx265 @ 0x55e]`. */
const MOST_CONTEXTS = 6;
/** Maximum length of a context in characters. */
const LONGEST_CONTEXT = 120;

/** Separators of services that store several lines of a tool as one, such as JSON and `stderr="… | …"`. */
const SEPARATORS =
  /\r|\\r?\\?n(?=\[| |Error|Conversion|Impossible|Failed|Could|frame=|$)|\b(?:stderr|msg)"?[=:] ?"| \| (?=\[|frame=|Conversion|Error)/;

/** Returns the lines of a log, and those that a service joined as separate ones. */
export const separateLines = (log: readonly string[]): string[] =>
  log.flatMap((line) => line.split(SEPARATORS)).filter((line) => line.trim() !== "");

/** Colours of a terminal. */
// deno-lint-ignore no-control-regex
const COLOUR = /\x1b\[[0-9;]{0,20}m/g;

/** Parts that services write before the lines of a tool: quotation marks, times, containers, threads and levels. */
const PREFIXES = [
  /^(?:>|\*\*|`) {0,4}/,
  /^\[[\w.-]{1,40}\] {1,4}(?=\d{4}-\d\d-\d\d)/,
  /^\[?\d{4}[-/]\d\d[-/]\d\d[T ,]{1,2}\d\d:\d\d:\d\d[\d.,]{0,12}Z?(?: ?[+-]\d\d:?\d\d)?\]?:? {0,4}-? {0,2}/,
  /^\[?\d\d:\d\d:\d\d(?:[.,:]\d{1,6})?\]?:? {1,4}/,
  /^[A-Z][a-z]{2} \d\d, \d{4} \d\d:\d\d:\d\d[\d.,]{0,8} (?:\[(?:0x)?[0-9a-f]{1,16}\] )?/,
  /^[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d \S{1,60} \S{1,40}: /,
  /^[\w.-]{1,60} {1,20}\| {0,4}/,
  /^ffmpeg[- ]?(?:error|err|stderr)?: {1,4}(?=\[)/i,
  /^\(?(?:ERROR|ERR|WARNING|WARN|INFO|DEBUG|FATAL|CRITICAL)\)?:? {1,4}(?:- )?/,
];

/** Returns a line without the parts that services write before the lines of a tool. */
function withoutPrefixes(line: string): string {
  let text = line.slice(0, LONGEST_LINE).replace(COLOUR, "").trim();
  for (const prefix of [...PREFIXES, ...PREFIXES]) text = text.replace(prefix, "");
  return text;
}

/** Returns the text of a line without the contexts and levels that precede it. */
export function plainLine(line: string): string {
  let text = withoutPrefixes(line);
  for (let i = 0; i < MOST_CONTEXTS && text.startsWith("["); i++) {
    const end = text.indexOf("] ");
    if (end < 0 || end > LONGEST_CONTEXT) break;
    text = text.slice(end + 2).trimStart();
  }
  return text;
}

/** Name of a component or program that precedes a message, such as `libx265: `. */
const COMPONENT = /^[A-Za-z][\w./#,-]{1,60}: (?=\S)/;

/** Address of a component in memory. */
const ADDRESS = / @ (?:0x)?[0-9a-f]{4,16}(?=\])/g;

/** Maximum number of components before a message, such as `Error: ffmpeg: `. */
const MOST_COMPONENTS = 3;

/**
 * Returns the forms in which a line is compared with patterns: its text, the text without its components, and the line
 * with its contexts.
 */
export function formsOf(line: string): string[] {
  const forms = [plainLine(line)];
  for (let i = 0, text = forms[0] ?? ""; i < MOST_COMPONENTS; i++) {
    const component = COMPONENT.exec(text)?.[0];
    if (component === undefined) break;
    text = text.slice(component.length);
    forms.push(text);
  }
  const whole = withoutPrefixes(line);
  return whole.startsWith("[") ? [...forms, whole.replace(ADDRESS, "")] : forms;
}

/** Words of errors. */
const TELLING =
  /error|invalid|no such|not found|cannot|can't|could ?n[o']t|unable|fail|denied|unsupported|unknown|unrecogni|not supported|refused|does(?: not|n't)|not allowed|too (?:many|large|long|old)|no space|quota|corrupt|damaged|missing|incompatible|impossible|killed|abort|segmentation|segfault|fault|assertion|illegal|out of|exceed|expired|malformed|mismatch|stale|read-only|not (?:set|available|built|divisible)|concealing|truncated|matches no|ended prematurely|is a directory|premature|\bhang|lost|empty|no \S{1,30} (?:found|available)|received signal|not a |only .{1,80} (?:are|is) supported|must be|overread|out-of-range|bad |\bbusy\b|timed out|not permitted|unexpected/i;

/** Lines that only follow from an error, or that report none. */
const CHATTER = [
  /^Conversion failed|Conversion failed!$|^The exit code might be|^Error Encoding video using/,
  /\bexit(?:ed|s)?\b.{0,20}\b(?:code|status):? -?\d{1,10}\b(?!:)/i,
  /^Error (?:while )?(?:opening|initiali[sz]ing) (?:encoder|decoder|output (?:stream|files?)|input files?|filters|complex filters)/,
  /^Error (?:opening|parsing options for) (?:input|output) file /,
  /^Error (?:opening input|opening output files|opening input files): (?:Invalid data found when processing input|Invalid argument)/,
  /^Error (?:reinitiali[sz]ing filters|selecting an encoder|parsing global options|muxing a packet|closing file|writing trailer)/,
  /^Error (?:while )?(?:decoding stream|processing the decoded data|filtering|encoding a frame)/,
  /^Error (?:submitting packet to decoder|processing packet in decoder|sending frames to consumers|decoding header)/,
  /^Error: fwrite\(\) call failed/,
  /^(?:\S{1,400}: )?corrupt decoded frame/,
  /^Task finished with error code|^Terminating thread|^Could not open encoder before EOF|^Failed to inject frame/,
  /^Device creation failed|^Failed setup for format|^popping: |^Could not write header|^Error initializing filter/,
  /^.{1,400}: Invalid (?:data found when processing input|argument)$/,
  /^Last message repeated|^video:\d|muxing overhead|^(?:frame|size)= {0,10}\d/,
  /deprecated|frames left in the queue|misdetection possible|^Consider increasing|Qavg|^Unknown cover type/,
  /^Could not find codec parameters|^No filtered frames for output stream|^Incompatible pixel format/,
  /^Guessed Channel Layout|^Estimating duration|^Metadata:|^(?:Input|Output) #|^Stream (?:#|mapping)|^Press \[q\]/,
  /^Svt\[(?:info|warn)|^x26[45] \[(?:info|warning)/,
  /^libva info:|^Statistics:|^configuration:|^lib\w{2,20} {2,}/,
];

/** Lines that report that nothing was written. They are errors only if no line reports the reason. */
const CLOSING = /^Nothing was written into output file|^Output file is empty/;

/** True if the text of a line reports an error, and not only a consequence of one. */
export const isTelling = (text: string): boolean =>
  TELLING.test(text) && !CLOSING.test(text) && !CHATTER.some((words) => words.test(text));

/** Returns the lines that report errors, in the order of the log, each one once. */
export function errorLines(lines: readonly string[]): string[] {
  // Metadata that ffmpeg prints is indented.
  const outer = lines.filter((line) => !/^\s/.test(line));
  const texts = (outer.length > 0 ? outer : lines).map(plainLine);
  const telling = [...new Set(texts.filter(isTelling))];
  return telling.length > 0 ? telling : [...new Set(texts.filter((text) => CLOSING.test(text)))];
}
