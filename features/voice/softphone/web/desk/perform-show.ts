import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { workbenchAddress, type WorkbenchTab } from '#core/shell/workbench-tab.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import type { PhoneDeskParts } from './phone-desk-parts.ts';
import type { DeskShow } from './desk-show.ts';

const WORKBENCH = '/workBench';

/** Shows it in this tab. */
export function performShow(
  show: DeskShow,
  parts: Pick<PhoneDeskParts, 'go' | 'hasPage'>,
  chooseNext: (status: AgentStatus) => void,
): void {
  switch (show.kind) {
    case 'toast':
      return toast(show.toast);
    case 'guide':
      return shellDialogs.show({ kind: 'permission', blocked: show.blocked });
    case 'allowed':
      return closeGuide(show.media);
    case 'idle':
      return shellDialogs.show({ kind: 'idle' });
    case 'workbench':
      return openWorkbench(show.tab, parts);
    case 'customerPage':
      // What cannot be asked for now is one click away in the call.
      return void import('../customer-page/open-customer-page.ts')
        .then((one) => one.openCustomerPage(show.callId))
        .catch(() => {});
    case 'offerNext':
      return void confirm({
        title: show.why,
        body: text('softphone.desk.offerNext', { status: text(AgentStatus.row(show.status).key) }),
        yes: text('softphone.desk.takeNext'),
        no: text('softphone.desk.leaveStatus'),
      }).then((yes) => yes && chooseNext(show.status));
  }
}

/** Of a guide for both, the other half stays. */
function closeGuide(media: BlockedMedia): void {
  const shown = shellDialogs.current();
  if (shown?.kind !== 'permission') return;
  if (shown.blocked === media) shellDialogs.close('permission');
  else if (shown.blocked === BlockedMedia.both)
    shellDialogs.show({
      kind: 'permission',
      blocked: media === BlockedMedia.audio ? BlockedMedia.microphone : BlockedMedia.audio,
    });
}

/** Whoever is on the workbench already stays on the tab they chose, unless the call belongs to a task. */
function openWorkbench(tab: WorkbenchTab, { go, hasPage }: Pick<PhoneDeskParts, 'go' | 'hasPage'>): void {
  if (!hasPage(WORKBENCH) || (tab === 'overview' && window.location.pathname === WORKBENCH)) return;
  go(workbenchAddress(tab));
}
