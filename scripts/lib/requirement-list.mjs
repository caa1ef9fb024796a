/** Reads docs/requirements.tsv: id → what it asks. */
export function parseRequirements(text) {
  const rows = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(rows.map((line) => line.split('\t')).map(([id, asks]) => [id, asks]));
}

const COMMENT_OR_STRING = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g;
const IDS = /\[([A-Z]+-\d{2,}(?:\s*,\s*[A-Z]+-\d{2,})*)\]/g;

/** The requirement ids that a test file names in its titles: `[CALL-09]`, `[CALL-09, CALL-10]` or `[CALL-09][CALL-10]`. Comments do not count. */
export function idsNamedIn(source) {
  const strings = (source.match(COMMENT_OR_STRING) ?? []).filter((part) => !part.startsWith('/'));
  const groups = strings.flatMap((string) => [...string.matchAll(IDS)].map(([, ids]) => ids));
  return new Set(groups.flatMap((ids) => ids.split(',').map((id) => id.trim())));
}

/** Is this a file whose titles count? */
export const isTestFile = (path) => /\.(test|spec|suite)\.tsx?$/.test(path) || /^test\/.*\.tsx?$/.test(path);
