import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import type { HelpPage } from '../pages.ts';
import { neighbours, type Topic } from '../topics.ts';
import { MarkdownView } from './markdown-view.tsx';

/** One page of the help, with the way to the ones beside it. */
export function Article({ page, pages }: { page: HelpPage; pages: HelpPage[] }) {
  const t = useText();
  const { previous, next } = neighbours(page.slug);
  const title = (slug: Topic) => pages.find((one) => one.slug === slug)?.title;
  return (
    <>
      <article className="help-article">
        <MarkdownView blocks={page.blocks} />
      </article>
      <nav className="help-beside" aria-label={t('help.beside')}>
        {previous && (
          <Link to={`/help/${previous}`} rel="prev">
            <ArrowLeft size={15} aria-hidden />
            <span>
              <small>{t('help.previous')}</small>
              {title(previous)}
            </span>
          </Link>
        )}
        {next && (
          <Link to={`/help/${next}`} rel="next">
            <span>
              <small>{t('help.next')}</small>
              {title(next)}
            </span>
            <ArrowRight size={15} aria-hidden />
          </Link>
        )}
      </nav>
    </>
  );
}
