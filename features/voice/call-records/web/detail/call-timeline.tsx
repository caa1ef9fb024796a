import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { useLanguage } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { CallDetail } from '../../contract.ts';
import { lifeLines } from './life-words.ts';

const two = (value: number): string => String(value).padStart(2, '0');
/** 75 seconds into a call: `1:15`. */
const offset = (seconds: number): string =>
  seconds < 3_600
    ? `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
    : `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;

/** What happened in a call, one line each, with the time into it. */
export function CallTimeline({ call }: { call: CallDetail }) {
  useLanguage();
  const can = useCan();
  const groups = useEndpoint(agentGroupsApi.all, {}, { enabled: can('agent-groups.use'), handlesFailures: true });
  const nameOf = (id: number) => groups.data?.find((group) => group.id === id)?.name;
  return (
    <ol className="call-life">
      {lifeLines(call, nameOf).map(({ afterSec, text, tone }, place) => (
        <li key={place} data-tone={tone}>
          <span className="timer">{Number.isNaN(afterSec) ? '' : offset(afterSec)}</span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
