import { Link } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import type { HelpPage } from '../pages.ts';

/** On a phone the topics are one line that scrolls. */
const intoView = (link: HTMLElement | null): void => link?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** All topics; the one being read is marked. */
export function TopicList({ pages, current }: { pages: HelpPage[]; current: string | null }) {
  const t = useText();
  return (
    <nav aria-label={t('help.topics')}>
      <ul className="help-topics">
        {pages.map(({ slug, title }) => (
          <li key={slug}>
            <Link
              to={`/help/${slug}`}
              ref={slug === current ? intoView : null}
              aria-current={slug === current ? 'page' : undefined}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
