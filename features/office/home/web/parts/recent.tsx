import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import type { Summary } from '../../contract.ts';

/** The reader's own last changes. */
export function Recent({ summary, error }: { summary: Summary | undefined; error: unknown }) {
  const t = useText();
  const { recent } = useFormat();
  if (!summary && error) return null;
  return (
    <Card title={t('home.recent')}>
      {!summary && <LoadingLines />}
      {summary?.recent.length === 0 && <p className="home-nothing">{t('home.recent.nothing')}</p>}
      {summary && summary.recent.length > 0 && (
        <ol className="home-recent">
          {summary.recent.map((one, index) => (
            <li key={index}>
              <span>
                {one.what}
                {one.target && <small> {one.target}</small>}
                {one.failed && <em>{t('home.recent.failed')}</em>}
              </span>
              <time>{recent(one.at)}</time>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
