/** A list of features with one more, import and entry each in alphabetical place. */
export function withFeature(source, { area, name, camel }, side) {
  const importLine = `import { ${camel} } from '#features/${area}/${name}/${side}/index.ts';`;
  const lines = source.split('\n');
  const imports = lines.filter((line) => line.includes("from '#features/"));
  const nextImport = imports.find((line) => pathOf(line) > pathOf(importLine));
  const at = nextImport ? lines.indexOf(nextImport) : imports.length > 0 ? lines.indexOf(imports.at(-1)) + 1 : 0;
  lines.splice(at, 0, importLine);

  const end = lines.lastIndexOf('];');
  const start = lines.findLastIndex((line, index) => index < end && line.endsWith('= ['));
  const nextEntry = lines.findIndex((line, index) => index > start && index < end && line.trim() > `${camel},`);
  lines.splice(nextEntry === -1 ? end : nextEntry, 0, `  ${camel},`);
  return lines.join('\n');
}

const pathOf = (line) => /'#features\/([^/]+\/[^/]+)/.exec(line)[1];
