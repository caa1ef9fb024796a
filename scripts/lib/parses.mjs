import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SourceTextModule } from 'node:vm';

// `node --experimental-vm-modules parses.mjs <folder>`: names every script in the folder that is not valid JavaScript.
const [folder] = process.argv.slice(2);
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.m?js$/.test(file))) {
  const parse = () => new SourceTextModule(readFileSync(join(folder, name), 'utf8'), { identifier: name });
  try {
    parse();
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    process.exitCode = 1;
  }
}
