// npm run sbom: everything the product is built on, as package-lock.json has it, in CycloneDX: dist/sbom.cdx.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './lib/npm.mjs';
import { root } from './lib/root.mjs';
import { main, Stop } from './lib/run.mjs';

main(async () => {
  const { code, output } = await npm('sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev');
  // What npm warns of comes before the document.
  const begin = output.indexOf('{');
  if (code !== 0 || begin < 0) throw new Stop(`npm could not write the list:\n${output}`);
  const list = JSON.parse(output.slice(begin, output.lastIndexOf('}') + 1));
  mkdirSync(join(root, 'dist'), { recursive: true });
  const file = join('dist', 'sbom.cdx.json');
  writeFileSync(join(root, file), `${JSON.stringify(list, null, 2)}\n`);
  console.log(`${list.components.length} packages in ${file}`);
});
