import { useText } from '#platform/web/i18n.ts';
import type { CustomerImport } from '../../contract.ts';

const counts = [
  { name: 'added', tone: 'green' },
  { name: 'updated', tone: 'blue' },
  { name: 'skipped', tone: 'grey' },
  { name: 'wrong', tone: 'red' },
] as const;

/** What an import does or did, each number with its word: "9,812 new, 120 updated, 68 wrong". */
export function ImportTally({ now }: { now: CustomerImport }) {
  const t = useText();
  return (
    <ul className="import-counts" aria-label={t('customer-files.counts')}>
      {counts
        .filter(({ name }) => now[name] > 0 || name === 'added')
        .map(({ name, tone }) => (
          <li key={name} data-tone={tone}>
            {t(`customer-files.count.${name}`, { count: now[name] })}
          </li>
        ))}
    </ul>
  );
}
