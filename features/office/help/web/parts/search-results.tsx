import { Link } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { EmptyState } from '#platform/web/ui/states.tsx';
import type { HelpHit } from '../search.ts';

/** The pages a search found, each with the words around the first hit. */
export function SearchResults({ found, wanted }: { found: HelpHit[]; wanted: string }) {
  const t = useText();
  if (found.length === 0)
    return <EmptyState title={t('help.noMatch.title', { words: wanted })} hint={t('help.noMatch.hint')} />;
  return (
    <>
      <output className="help-count">{t('help.found', { count: found.length })}</output>
      <ul className="help-found">
        {found.map(({ slug, title, excerpt }) => (
          <li key={slug}>
            <Link to={`/help/${slug}`}>{title}</Link>
            <p>
              {excerpt.map(({ text, hit }, place) =>
                hit ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
              )}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
