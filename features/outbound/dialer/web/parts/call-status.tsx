import { useText } from '#platform/web/i18n.ts';
import { Badge, CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import type { DialerCall } from '../../contract.ts';

/** How a call stands or ended; somebody who answered and found nobody, or left at once, or a machine, is said before what the line says. */
export function CallStatus({ call: { status, isAbandoned, hungUp, byMachine } }: { call: DialerCall }) {
  const t = useText();
  if (isAbandoned)
    return (
      <Badge tone="red" look="dot">
        {t('dialer.call.abandoned')}
      </Badge>
    );
  if (hungUp)
    return (
      <Badge tone="warning" look="dot">
        {t('dialer.call.hungUp')}
      </Badge>
    );
  if (byMachine)
    return (
      <Badge tone="warning" look="dot">
        {t('dialer.call.machine')}
      </Badge>
    );
  return <CodeBadge table={LiveCallStatus.has(status) ? LiveCallStatus : FinalCallStatus} code={status} />;
}
