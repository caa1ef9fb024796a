import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import type { CallDetail } from '../../contract.ts';

const tones = { talked: 'green', rang: 'violet', missed: 'red', rejected: 'red', deviceError: 'warning', withdrawn: 'grey' } as const;

/** Everybody the call reached, and what each did with it. */
export function People({ agents }: Pick<CallDetail, 'agents'>) {
  const t = useText();
  return (
    <ul className="call-people">
      {agents.map(({ userId, userName, result }) => (
        <li key={userId}>
          <span>{userName || t('call-records.detail.somebody')}</span>
          <Badge tone={tones[result]} look="dot">{t(`call-records.result.${result}`)}</Badge>
        </li>
      ))}
    </ul>
  );
}
