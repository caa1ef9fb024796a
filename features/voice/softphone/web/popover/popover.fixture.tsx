import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { callRecordsApi, type CallRecord } from '#features/voice/call-records/contract.ts';
import { aRecord as anyRecord } from '#features/voice/call-records/web/call.fixture.ts';
import { routesApi } from '#features/voice/call-routes/contract.ts';
import { callsApi } from '#features/voice/calls/contract.ts';
import { ensureTexts } from '#platform/web/i18n.ts';
import { makeQueryClient } from '#platform/web/query-client.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer } from '#platform/web/page.fixture.tsx';
import { ConfirmHost } from '#platform/web/ui/confirm.tsx';
import { Toasts } from '#platform/web/ui/toasts.tsx';
import { UiProvider } from '#platform/web/ui/ui-provider.tsx';
import { viewer } from '#platform/web/viewer.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { PhoneDeskContext } from '../desk/phone-desk.ts';
import type { FakeDesk } from '../desk.fixture.ts';
import { softphoneTexts } from '../texts.ts';
import PhoneHost from './phone-host.tsx';
import { phoneWindow } from './phone-window.ts';

/** A call of the past; give what matters to the test. */
export const aRecord = (some: Partial<CallRecord> = {}): CallRecord =>
  anyRecord({
    callId: 'old-1',
    number: '525512345678',
    displayNumber: '525512345678',
    callingNumber: '525550000101',
    statusName: 'Answered',
    answerTime: '2026-11-15 10:00:05',
    endTime: '2026-11-15 10:01:28',
    duration: 88,
    callDuration: 83,
    queueSec: 0,
    mos: 4.2,
    customerName: 'Lucía',
    routerId: 0,
    didNumberId: 1,
    ...some,
  });

export const settings = {
  maxDurationOfSingleCall: null,
  maxCallHoldTime: 300,
  displayTransferButton: true,
  AgentDefaultLoginStatus: AgentStatus.onBreak,
  satisfactionSurveyModel: 0,
  activelyHangUp: false,
  postTalkSortTimeSecond: 30,
};

export const usualAnswers: Record<string, unknown> = {
  [routesApi.routers.path]: [
    { routerId: 0, routerName: 'Default', type: RouteType.outbound },
    { routerId: 2, routerName: 'Mobile', type: RouteType.outbound },
  ],
  [routesApi.displayNumbers.path]: [
    { id: 0, number: '', remark: '', countryIso2: '', kind: 'default' },
    { id: 4, number: '525550000101', remark: 'Sales', countryIso2: 'MX', kind: 'did' },
  ],
  [routesApi.countries.path]: [
    { code: '86', iso2: 'CN', name: 'China' },
    { code: '52', iso2: 'MX', name: 'Mexico' },
    { code: '1', iso2: 'US', name: 'United States' },
  ],
  [callRecordsApi.recent.path]: [
    aRecord(),
    aRecord({ callId: 'old-2', customerName: '', canCallback: false, callIcon: 'internal', mos: null }),
  ],
  [callRecordsApi.page.path]: { list: [aRecord()], total: 11, totalCapped: false },
  [callsApi.settings.path]: settings,
};

/** Shows the phone above an empty page; what the page asks the server is answered and kept. */
export async function showPhone(
  desk: FakeDesk | null,
  answers: Record<string, unknown> = {},
  around: ReactNode = null,
) {
  await ensureTexts('softphone', softphoneTexts);
  viewer.set(aViewer({ functions: new Set(['agent-groups.use']) }));
  const all = { ...usualAnswers, ...answers };
  const asked = fakeServer(({ url }) => ({ data: all[url] ?? null }));
  render(
    <UiProvider client={makeQueryClient()} env="test">
      <PhoneDeskContext value={desk}>
        <PhoneHost />
        {around}
      </PhoneDeskContext>
      <Toasts />
      <ConfirmHost />
    </UiProvider>,
  );
  return asked;
}

/** As on a fresh page. */
export const closePhone = (): void =>
  phoneWindow.set({ open: false, pinned: false, at: null, tab: 'dial', number: '', iso2: null, dock: null });
