import { Button } from '@mantine/core';
import { Suspense, use, useEffect, useState } from 'react';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { lazy } from '#platform/web/lazy-part.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { homeApi, type GuideFacts } from '../../contract.ts';
import { GUIDE_QUERY, isGuideAway, putGuideAway } from '../guide-choice.ts';
import { HomeShellContext } from '../home-shell.ts';

const StepList = lazy(async () => ({ default: (await import('./guide-steps.tsx')).GuideSteps }));
const NO_EVENTS: readonly string[] = [];

/** The way to the first calls, for whoever can go it: until it is behind them or they put it away. */
export function Guide() {
  const t = useText();
  const can = useCan();
  const { tenantId } = useViewer()!;
  const [query, setQuery] = useAddressQuery();
  const [away, setAway] = useState(() => isGuideAway(tenantId));
  const isAsked = query.has(GUIDE_QUERY);
  const guide = useGuide(can('home.guide') && (isAsked || !away));
  const stepParts = use(HomeShellContext)?.stepParts ?? [];
  if (!guide || guide.steps.length === 0 || !(isAsked || (!away && !guide.isBehind))) return null;

  function close(): void {
    putGuideAway(tenantId);
    setAway(true);
    if (isAsked) setQuery({}, { replace: true });
  }
  const done = guide.steps.filter(({ state }) => state === 'done').length;
  return (
    <Card
      title={t('home.guide.title')}
      actions={
        <>
          <span className="guide-count">{t('home.guide.count', { done, all: guide.steps.length })}</span>
          <Button variant="default" size="xs" onClick={close}>
            {t('home.guide.close')}
          </Button>
        </>
      }
    >
      <p className="guide-lead">{t(guide.isBehind ? 'home.guide.behind' : 'home.guide.lead')}</p>
      <Suspense fallback={null}>
        <StepList steps={guide.steps} parts={stepParts} />
      </Suspense>
    </Card>
  );
}

/** Asked again when something happened that may have moved a step, and when the page is looked at again. */
function useGuide(isWanted: boolean): GuideFacts | undefined {
  const { data, refetch } = useEndpoint(homeApi.guide, {}, { enabled: isWanted, staleMs: 0, handlesFailures: true });
  const kinds = data?.events ?? NO_EVENTS;
  const joinedKinds = kinds.join();
  useEffect(() => {
    if (!isWanted) return;
    const again = (): void => void refetch();
    const stops = joinedKinds.split(',').map((kind) => onEvent(kind, again));
    window.addEventListener('focus', again);
    return () => {
      stops.forEach((stop) => stop());
      window.removeEventListener('focus', again);
    };
  }, [isWanted, joinedKinds, refetch]);
  return data ?? undefined;
}
