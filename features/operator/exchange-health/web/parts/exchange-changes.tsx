import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import type { ExchangeChange } from '../../contract.ts';

/** What was done to the exchange, newest first: one line for each part and what was done to it. */
export function ExchangeChanges({ changes }: { changes: readonly ExchangeChange[] }) {
  const t = useText();
  const format = useFormat();
  if (changes.length === 0) return <p className="exchange-told">{t('exchange-health.noChanges')}</p>;
  return (
    <ol className="exchange-changes">
      {changes.map(({ id, at, machine, deeds }) => (
        <li key={id}>
          <b>{format.dateTime(at)}</b> <span className="exchange-told">{machine}</span>
          <ul>
            {groupsOf(deeds).map(({ part, what, files }) => (
              <li key={`${part} ${what}`}>
                {t('exchange-health.deed', { part, what: t(`exchange-health.what.${what}`) })}
                {files.length > 0 && <small>{files.join(', ')}</small>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

type Deed = ExchangeChange['deeds'][number];

function groupsOf(deeds: readonly Deed[]): { part: string; what: Deed['what']; files: string[] }[] {
  const groups = new Map<string, { part: string; what: Deed['what']; files: string[] }>();
  for (const { part, what, file } of deeds) {
    const group = groups.get(`${part} ${what}`) ?? { part, what, files: [] };
    if (file) group.files.push(file);
    groups.set(`${part} ${what}`, group);
  }
  return [...groups.values()];
}
