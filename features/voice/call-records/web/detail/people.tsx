import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import type { CallDetail } from '../../contract.ts';

const tones = {
  called: 'blue',
  talked: 'green',
  rang: 'violet',
  missed: 'red',
  rejected: 'red',
  busy: 'warning',
  deviceError: 'warning',
  withdrawn: 'grey',
} as const;

/** Everybody the call reached, and what each did with it. */
export function People({ call: { agents, direction, userId: ownerId } }: { call: CallDetail }) {
  const t = useText();
  /** Whose call it is was not rung: they called. */
  const resultOf = ({ userId, result }: CallDetail['agents'][number]) =>
    direction !== 'inbound' && userId === ownerId && result === 'rang' ? 'called' : result;
  return (
    <ul className="call-people">
      {agents.map((agent) => (
        <li key={agent.userId}>
          <span>{agent.userName || t('call-records.detail.somebody')}</span>
          <Badge tone={tones[resultOf(agent)]} look="dot">
            {t(`call-records.result.${resultOf(agent)}`)}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
