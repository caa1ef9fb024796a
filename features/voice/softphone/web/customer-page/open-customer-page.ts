import { callsApi } from '#features/voice/calls/contract.ts';
import { call } from '#platform/web/call.ts';
import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { setAnswer } from '#platform/web/use-endpoint.ts';
import { blockedPage } from './blocked-pages.ts';

/** False when the browser refuses, as it does without a click shortly before. What opens knows nothing of us. */
function openTab(address: string): boolean {
  const tab = window.open('', '_blank');
  if (!tab) return false;
  tab.opener = null;
  tab.location.replace(address);
  return true;
}

/** The page of the team's own program about the customer, in a tab of its own, where the organisation lets it open by itself. */
export async function openCustomerPage(callId: string): Promise<void> {
  // Most organisations have none: then nothing is asked about a call that may be over already.
  if ((await call(callsApi.settings, {})).CustomerPageOpening !== 'tab') return;
  const page = await call(callsApi.customerPage, { callId });
  setAnswer(callsApi.customerPage, { callId }, () => page);
  const { address, opening } = page;
  if (address === null || opening !== 'tab' || openTab(address)) return;
  blockedPage.set(callId);
  toast({
    tone: 'warning',
    id: 'softphone.customerPage',
    text: text('softphone.customerPage.blocked'),
    action: { text: text('softphone.customerPage.open'), run: () => void openTab(address) },
    stayMs: 15_000,
  });
}
