import { Link } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import type { HelpPage } from '../pages.ts';

/** All topics; the one being read is marked. */
export function TopicList({ pages, current }: { pages: HelpPage[]; current: string | null }) {
  const t = useText();
  return (
    <nav aria-label={t('help.topics')}>
      <ul className="help-topics">
        {pages.map(({ slug, title }) => (
          <li key={slug}>
            <Link to={`/help/${slug}`} aria-current={slug === current ? 'page' : undefined}>{title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
