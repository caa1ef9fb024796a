import { useText } from '#platform/web/i18n.ts';
import { KeptOut, type CampaignImport } from '../../contract.ts';

/** What a file does or did: how many are new, twice, wrong, and who is left out why. */
export function FileCounts({ now }: { now: CampaignImport }) {
  const t = useText();
  const counts = [
    { name: 'added', tone: 'green', count: now.added, isShown: true },
    { name: 'duplicates', tone: 'grey', count: now.duplicates, isShown: now.duplicates > 0 },
    { name: 'wrong', tone: 'red', count: now.wrong, isShown: now.wrong > 0 },
  ] as const;
  return (
    <ul className="campaign-counts" aria-label={t('campaigns.counts')}>
      {counts.map(
        ({ name, tone, count, isShown }) =>
          isShown && (
            <li key={name} data-tone={tone}>
              {t(`campaigns.count.${name}`, { count })}
            </li>
          ),
      )}
      {KeptOut.options.map((why) => {
        const count = now.keptOut[why] ?? 0;
        return (
          count > 0 && (
            <li key={why} data-tone="warning">
              {t(`campaigns.keptOut.${why}`, { count })}
            </li>
          )
        );
      })}
    </ul>
  );
}
