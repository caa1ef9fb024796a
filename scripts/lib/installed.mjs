import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Does node_modules hold what package-lock.json asks for? npm leaves its own record when an install is complete, so
 * an install by hand counts and an interrupted one does not. Packages for other platforms may be missing; those for development
 * too, unless `dev`.
 */
export function isInstalled(folder, { dev }) {
  const record = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const asked = packagesIn(join(folder, 'package-lock.json'));
  const there = packagesIn(record);
  return Object.entries(asked).every(([path, wanted]) => {
    if (path === '' || wanted.link) return true;
    const found = there[path];
    if (!found) return Boolean(wanted.optional || (!dev && (wanted.dev || wanted.devOptional)));
    return found.version === wanted.version && existsSync(join(folder, path));
  });
}

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
