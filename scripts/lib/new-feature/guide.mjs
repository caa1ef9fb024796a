/** The guide of the features with one more: in the row of its area, and its screen among the others. */
export function inGuide(source, { area, name, camel, label }) {
  const screen = `| Settings → ${label} | \`/settings/${camel}\` | \`${area}/${name}\` |`;
  const lines = source.split('\n').map((line) => (isRowOf(area, line) ? withName(line, name) : line));
  const screens = lines.lastIndexOf('|---|---|---|');
  const next = lines.findIndex((line, index) => index > screens && (line === '' || line > screen));
  lines.splice(next === -1 ? lines.length : next, 0, screen);
  return lines.join('\n');
}

/** Whether the guide has a row for an area. */
export const hasArea = (source, area) => source.split('\n').some((line) => isRowOf(area, line));

/** Whether databases know another feature by this name, though its folder is called otherwise. */
export const isKnownName = (source, name) =>
  source
    .split('\n')
    .some((line) => /^\| `[^`]+` \| `[^|]*` \|$/.test(line) && line.split('|')[2].includes(`\`${name}\``));

const isRowOf = (area, line) => line.startsWith(`| \`${area}\` |`);

function withName(row, name) {
  const [, area, about, names] = row.split('|').map((cell) => cell.trim());
  return `| ${area} | ${about} | ${[...names.split(', '), name].sort().join(', ')} |`;
}
