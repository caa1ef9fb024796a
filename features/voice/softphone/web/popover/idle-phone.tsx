import { SegmentedControl } from '@mantine/core';
import { Suspense } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { usePhoneView } from '../desk/phone-desk.ts';
import { Dialer } from './dial/dialer.tsx';
import { PresenceChoice } from './presence-choice.tsx';
import { phoneWindow, usePhoneWindow, type PhoneTab } from './phone-window.ts';

const RecentCalls = lazy(() => import('./calls/recent-calls.tsx'));
const RecordSearch = lazy(() => import('./calls/record-search.tsx'));
const tabs = ['dial', 'recent', 'search'] as const satisfies readonly PhoneTab[];

/** The phone between calls: dialling, the last calls, and a search among all. */
export function IdlePhone() {
  const t = useText();
  const { tab } = usePhoneWindow();
  const agent = usePhoneView()?.agent;
  return (
    <>
      {agent && <PresenceChoice status={agent.status} />}
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('softphone.tabs')}
        value={tab}
        data={tabs.map((value) => ({ value, label: t(`softphone.tab.${value}`) }))}
        onChange={(next) => phoneWindow.set({ tab: next as PhoneTab })}
      />
      {tab === 'dial' && <Dialer />}
      {tab !== 'dial' && (
        <Suspense fallback={<LoadingLines lines={6} />}>
          {tab === 'recent' ? <RecentCalls /> : <RecordSearch />}
        </Suspense>
      )}
    </>
  );
}
