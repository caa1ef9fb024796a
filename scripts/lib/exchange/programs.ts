import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findAsterisk, findKamailio, namesIn } from '#adapters/telephony/asterisk/config/find-program.ts';
import { AUTHORITIES } from '#adapters/telephony/asterisk/config/house-names.ts';
import { houseFolder } from '#adapters/telephony/asterisk/config/house-store.ts';
import type { HousePrograms } from '#adapters/telephony/asterisk/config/write-house.ts';
import { fetchAsterisk } from './fetch-asterisk.ts';
import type { HouseDeed } from './house-book.ts';
import { Refusal } from './settings.ts';

const run = promisify(execFile);
const KAMAILIO = [
  ...['', '-websocket-modules', '-tls-modules', '-postgres-modules', '-utils-modules', '-extra-modules'].map(
    (part) => `kamailio${part}`,
  ),
  // Whom carriers are vouched for by.
  'ca-certificates',
];

/** Where Asterisk is unpacked to when it is not installed; `ASTERISK_TREE` names another folder. */
const treeOf = (dataDir: string): string => process.env['ASTERISK_TREE'] || join(houseFolder(dataDir), 'tree');

/** Null where one of them is missing. */
export function programsOf(dataDir: string): HousePrograms | null {
  const [kamailio, asterisk] = [findKamailio(''), findAsterisk(treeOf(dataDir))];
  return kamailio && asterisk ? { kamailio, asterisk } : null;
}

/** Gets what this machine lacks: Asterisk into the data folder, Kamailio by apt where we may. Answers what was done. */
export async function getPrograms(
  dataDir: string,
  report: (line: string) => void,
): Promise<{ programs: HousePrograms; deeds: HouseDeed[] }> {
  const deeds: HouseDeed[] = [];
  if (!findKamailio('') || lacksModules()) {
    if (process.getuid?.() !== 0)
      throw new Refusal(
        `Kamailio is not installed: as root, apt-get install --no-install-recommends ${KAMAILIO.join(' ')}`,
      );
    report('Installing Kamailio …');
    await run('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', ...KAMAILIO], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).catch((problem: { stderr?: string; message: string }) => {
      throw new Refusal(`Kamailio could not be installed: ${problem.stderr?.trim() || problem.message}`);
    });
    deeds.push({ part: 'edge', file: 'kamailio', what: 'fetched' });
  }
  if (!findAsterisk(treeOf(dataDir))) {
    await fetchAsterisk(treeOf(dataDir), report);
    deeds.push({ part: 'nodes', file: 'asterisk', what: 'fetched' });
  }
  const programs = programsOf(dataDir);
  if (!programs) throw new Refusal('Kamailio or Asterisk was fetched and is not where it belongs.');
  return { programs, deeds };
}

const lacksModules = (): boolean => {
  const modules = findKamailio('')?.modules ?? '';
  const isMissing = (name: string): boolean => !existsSync(join(modules, `${name}.so`));
  return namesIn(AUTHORITIES).length === 0 || ['websocket', 'tls', 'db_postgres', 'sqlops'].some(isMissing);
};
