import { Suspense, use } from 'react';
import { accountApi } from '#features/team/account/contract.ts';
import { lazily } from '#platform/web/feature.ts';
import { useText } from '#platform/web/i18n.ts';
import { keyName } from '#platform/web/ui/command-bar-state.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { LoadingLines, PageBoundary } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { homeApi } from '../contract.ts';
import { cardPart, HomeShellContext } from './home-shell.ts';
import { Greeting } from './parts/greeting.tsx';
import { Guide } from './parts/guide.tsx';
import { Waiting } from './parts/waiting.tsx';
import './home.css';

/** What a person wants to know when they come in: what waits, and how the work goes. Where to go says the menu. */
export default function HomePage() {
  const t = useText();
  const who = useViewer();
  const info = useEndpoint(accountApi.info, {}).data;
  const { data: summary, isLoading } = useEndpoint(homeApi.summary, {}, { handlesFailures: true });
  if (!who || !info) return null;
  return (
    <Page>
      <div className="home">
        <Greeting name={info.tenantNickName} people={summary?.people ?? null} />
        <Guide />
        <Waiting info={info} summary={summary} isAsking={isLoading} />
        <BroughtCards />
        <p className="home-hint">{t('home.commandHint', { keys: `${keyName('mod')} K` })}</p>
      </div>
    </Page>
  );
}

/** The cards of other features that this viewer may see. */
function BroughtCards() {
  const who = useViewer()!;
  const shown = (use(HomeShellContext)?.cards ?? []).filter(({ card }) => card.when?.(who) ?? true);
  if (shown.length === 0) return null;
  return (
    <div className="home-cards">
      {shown.map(({ feature, card }) => {
        const Card = lazily(cardPart({ feature, card }), card.card);
        return (
          <div key={`${feature.name} ${card.id}`} data-span={card.span ?? 1} style={{ minHeight: card.height }}>
            <PageBoundary>
              <Suspense fallback={<LoadingLines />}>
                <Card />
              </Suspense>
            </PageBoundary>
          </div>
        );
      })}
    </div>
  );
}
