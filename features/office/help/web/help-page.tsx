import { useParams } from 'react-router';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useHelpPages } from './pages.ts';
import { Article } from './parts/article.tsx';
import { SearchResults } from './parts/search-results.tsx';
import { TopicList } from './parts/topic-list.tsx';
import { search } from './search.ts';
import { topics } from './topics.ts';
import './help.css';

/** The help: topics at the left, one page at the right, or what a search found. */
export default function HelpPage() {
  const t = useText();
  const { slug = topics[0] } = useParams();
  const [query, setQuery] = useAddressQuery();
  const { data: pages, error, refetch } = useHelpPages(useLanguage());
  const wanted = query.get('q') ?? '';
  const page = pages?.find((one) => one.slug === slug);

  function shown() {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    if (!pages) return <LoadingLines lines={8} />;
    if (wanted.trim()) return <SearchResults found={search(pages, wanted)} wanted={wanted} />;
    return page ? (
      <Article page={page} pages={pages} />
    ) : (
      <EmptyState title={t('help.noPage.title')} hint={t('help.noPage.hint')} />
    );
  }
  return (
    <Page>
      <div className="help">
        <div className="help-side">
          <SearchField
            label={t('help.search')}
            width={240}
            value={wanted}
            onChange={(q) => setQuery(q ? { q } : {}, { replace: true })}
          />
          {pages && <TopicList pages={pages} current={wanted.trim() ? null : slug} />}
        </div>
        <div className="help-main">{shown()}</div>
      </div>
    </Page>
  );
}
