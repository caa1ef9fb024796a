/** Headings of `docs/figures.md`; under each stands what one bench measured last. */
const HEAD = '## ';

/** The figures in what a bench printed, which writes each as a line of JSON. */
export function figuresIn(output) {
  return output.split('\n').flatMap((line) => {
    if (!line.startsWith('{"bench":')) return [];
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

/** What one bench measured, as a section of the page. `run`: when, how long it took, load before and after. */
export function sectionOf(name, figures, { day, seconds, loadBefore, loadAfter, commit, code }) {
  const rows = figures.map(
    ({ bench, ours, reference, unit, ratio, goal }) =>
      `| \`${bench}\` | ${amount(ours)} | ${amount(reference)} | ${unit} | ${amount(ratio)} | ${goal ?? ''} |`,
  );
  const how = `${day}, commit ${commit}, ${Math.round(seconds)} s, load ${loadBefore.toFixed(1)} before and ${loadAfter.toFixed(1)} after`;
  return [
    `${HEAD}${name}`,
    '',
    `${how}${code === 0 ? '' : `; **it ended with ${code}, what stands here is what it said before**`}.`,
    '',
    ...(rows.length === 0
      ? ['It said nothing.']
      : ['| figure | ours | reference | unit | ratio | goal |', '|---|---|---|---|---|---|', ...rows]),
    '',
  ].join('\n');
}

const amount = (value) => (value === null || value === undefined ? '–' : String(value));

/** The page with the sections of these benches in place of those it had; the others stay. */
export function pageOf(before, sections, machine) {
  const kept = new Map(
    before
      .split(/^(?=## )/m)
      .filter((part) => part.startsWith(HEAD))
      .map((part) => [part.slice(HEAD.length).split('\n')[0], part.trimEnd()]),
  );
  for (const [name, section] of sections) kept.set(name, section.trimEnd());
  const names = [...kept.keys()].toSorted();
  return [
    '# Figures',
    '',
    'Written by `npm run bench -- --all`, or of some by `npm run bench -- --write <name …>`; nobody writes here by hand. Ours and the reference are measured',
    'in the same run; the ratio is ours divided by it. A load above one says that something else ran beside it.',
    '',
    `Machine of the last run: ${machine}.`,
    '',
    ...names.flatMap((name) => [kept.get(name), '']),
  ].join('\n');
}
