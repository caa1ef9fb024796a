import { Button, SegmentedControl } from '@mantine/core';
import { FileJson } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { searchCalls } from '../core/api-calls.ts';
import { useText } from '#platform/web/i18n.ts';
import { Page, Toolbar } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { ApiCallEntry } from './parts/call.tsx';
import { PublicGuide } from './parts/public-guide.tsx';
import { PUBLIC_DOCUMENT, RAW_DOCUMENT, useCalls, type CallGroup } from './use-calls.ts';
import './api-docs.css';

/** Every call the product answers, by capability: what it takes, what it gives, how to try it. */
export default function ApiDocsPage() {
  const t = useText();
  const [query, setQuery] = useAddressQuery();
  const isPublic = query.get('public') === '1';
  const source = isPublic ? PUBLIC_DOCUMENT : RAW_DOCUMENT;
  const { data: groups, error, refetch } = useCalls(source);
  const wanted = query.get('q') ?? '';
  const found = groups && searchCalls(groups, wanted);
  const raw = (
    <Button
      component="a"
      variant="default"
      href={source}
      target="_blank"
      rel="noreferrer"
      leftSection={<FileJson size={15} aria-hidden />}
    >
      {t('api-docs.raw')}
    </Button>
  );
  return (
    <Page>
      <SegmentedControl
        className="api-docs-choice"
        aria-label={t('api-docs.which')}
        value={isPublic ? 'public' : 'all'}
        data={[
          { value: 'all', label: t('api-docs.allCalls') },
          { value: 'public', label: t('api-docs.publicApi') },
        ]}
        onChange={(next) => setQuery(next === 'public' ? { public: '1' } : {}, { replace: true })}
      />
      <p className="api-docs-hint">{t(isPublic ? 'api-docs.publicHint' : 'api-docs.hint')}</p>
      {isPublic && <PublicGuide />}
      <Toolbar actions={raw}>
        <SearchField
          label={t('api-docs.search')}
          width={320}
          value={wanted}
          onChange={(q) => setQuery({ ...(isPublic ? { public: '1' } : {}), ...(q ? { q } : {}) }, { replace: true })}
        />
        {found && (
          <output className="api-docs-count">
            {t('api-docs.count', { count: found.reduce((sum, { calls }) => sum + calls.length, 0) })}
          </output>
        )}
      </Toolbar>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !found ? (
        <LoadingLines lines={12} />
      ) : (
        <Groups groups={found} onClear={() => setQuery(isPublic ? { public: '1' } : {}, { replace: true })} />
      )}
    </Page>
  );
}

function Groups({ groups, onClear }: { groups: CallGroup[]; onClear: () => void }) {
  const t = useText();
  const { hash, key } = useLocation();
  const chosen = decodeURIComponent(hash.slice(1));
  // The browser looked for the place before the calls were there.
  useEffect(() => document.getElementById(chosen)?.scrollIntoView?.({ block: 'start' }), [chosen]);
  if (groups.length === 0)
    return (
      <EmptyState
        title={t('ui.noMatch.title')}
        hint={t('ui.noMatch.hint')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('ui.clearFilters')}
          </Button>
        }
      />
    );
  return (
    <div className="api-docs">
      <nav aria-label={t('api-docs.capabilities')}>
        <ul>
          {groups.map(({ module, name, calls }) => (
            <li key={module}>
              <a href={`#${module}`}>
                {name}
                <span>{calls.length}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        {groups.map(({ module, name, calls }) => (
          <section key={module} id={module} aria-labelledby={`${module}-heading`}>
            <h2 id={`${module}-heading`}>{name}</h2>
            {/* A link to a call opens it. */}
            {calls.map((call) => (
              <ApiCallEntry
                key={call.id === chosen ? `${call.id} ${key}` : call.id}
                call={call}
                open={call.id === chosen}
              />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
