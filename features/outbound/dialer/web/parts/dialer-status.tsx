import { CampaignStatus } from '#features/outbound/campaigns/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import type { DialerTask } from '../../contract.ts';

/** How far a task is; while it stands still, who paused it and why. */
export function DialerStatus({ status, state, pauseReason, pausedBy, pausedAt }: DialerTask) {
  const t = useText();
  const format = useFormat();
  const by = pausedBy === '' ? '' : t('dialer.pausedBy', { name: pausedBy, at: format.dateTime(pausedAt) });
  const note = state === 'expired' ? t('dialer.expired') : state === 'draft' ? t('dialer.draft') : by;
  return <CampaignStatus status={status} pauseReason={pauseReason} note={note} />;
}
