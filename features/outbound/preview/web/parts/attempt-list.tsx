import { duration, useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import type { PreviewAttempt } from '../../contract.ts';

/** The calls to a customer of a task, the newest first. */
export function AttemptList({ calls }: { calls: readonly PreviewAttempt[] | undefined }) {
  const t = useText();
  const format = useFormat();
  if (!calls) return <LoadingLines />;
  if (calls.length === 0) return <p className="preview-hint">{t('preview.noCalls')}</p>;
  return (
    <ul className="preview-attempts">
      {calls.map(({ id, status, agentName, talkSec, beganAt }) => (
        <li key={id}>
          <CodeBadge table={LiveCallStatus.has(status) ? LiveCallStatus : FinalCallStatus} code={status} />
          <small>
            {[format.dateTime(beganAt), agentName, talkSec > 0 && duration(talkSec)].filter(Boolean).join(' · ')}
          </small>
        </li>
      ))}
    </ul>
  );
}
