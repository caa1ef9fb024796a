/**
 * Reads docs/requirements.tsv: id → what it asks, the one test that proves it (`path › title`) or the reason why there is none
 * (`none: …`), and what that test leaves to others.
 */
export function parseRequirements(text) {
  const rows = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    rows
      .map((line) => line.split('\t'))
      .map(([id, asks, proof = '', leaves = '']) => [id, { asks, proof: parseProof(proof), leaves }]),
  );
}

function parseProof(text) {
  if (text.startsWith('none: ')) return { none: text.slice(6) };
  const [file, title] = text.split(' › ');
  return title ? { file, title } : null;
}

const COMMENT_OR_STRING = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g;
const IDS = /\[([A-Z]+-\d{2,}(?:\s*,\s*[A-Z]+-\d{2,})*)\]/g;
// A group of tests is no test, and what is not run proves nothing.
const NO_TEST = /\bdescribe\($|\.(?:skip|todo|fixme|fails)\($/;

/**
 * The titles of a test file that name requirements: `[CALL-09]`, `[CALL-09, CALL-10]` or `[CALL-09][CALL-10]`. Each with its ids, as
 * it is written, and its words without them. Comments do not count.
 */
export function titlesIn(source) {
  return [...source.matchAll(COMMENT_OR_STRING)].flatMap(({ 0: part, index }) => {
    if (part.startsWith('/')) return [];
    const groups = [...part.matchAll(IDS)].map(([, ids]) => ids);
    if (groups.length === 0) return [];
    const ids = groups.flatMap((group) => group.split(',').map((id) => id.trim()));
    const written = part.slice(1, -1).replace(/\\(.)/g, '$1');
    const title = written.replace(IDS, ' ').replace(/\s+/g, ' ').trim();
    return [{ ids, written, title, runs: !NO_TEST.test(source.slice(0, index).trimEnd()) }];
  });
}

/** The requirement ids that a test file names in its titles. */
export const idsNamedIn = (source) => new Set(titlesIn(source).flatMap(({ ids }) => ids));

/** Is this a file whose titles count? */
export const isTestFile = (path) => /\.(test|spec|suite)\.tsx?$/.test(path) || /^test\/.*\.tsx?$/.test(path);

/** Why a requirement is not proven by what its row says; null when it is. `read` answers the text of a file, or null. */
export function whyNotProven(id, proof, read) {
  if (!proof) return 'names neither a test nor a reason why there is none';
  if (proof.none !== undefined) return null;
  const source = read(proof.file);
  if (source === null) return `names ${proof.file}, which is not there`;
  const tests = titlesIn(source).filter(({ title }) => title === proof.title);
  if (tests.length === 0) return `names “${proof.title}”, which no test of ${proof.file} is called`;
  if (!tests.some(({ ids }) => ids.includes(id)))
    return `names “${proof.title}” of ${proof.file}, which does not carry it`;
  if (!tests.some(({ ids, runs }) => runs && ids.includes(id)))
    return `names “${proof.title}” of ${proof.file}, which is not run or is a group`;
  return null;
}
