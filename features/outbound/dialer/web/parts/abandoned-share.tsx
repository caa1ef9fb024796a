import { Progress } from '@mantine/core';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import type { DialerBoard } from '../../contract.ts';

/** From here on one looks twice. */
const NEAR = 0.8;

interface AbandonedShareProps {
  title: string;
  calls: DialerBoard['today'];
  /** From 0 to 1. */
  allowed: number;
}

/** Abandoned calls of those people answered, beside what is allowed. */
export function AbandonedShare({ title, calls: { answered, abandoned }, allowed }: AbandonedShareProps) {
  const t = useText();
  const format = useFormat();
  const share = answered === 0 ? null : abandoned / answered;
  const used = share === null ? 0 : allowed === 0 ? (share > 0 ? 1 : 0) : Math.min(1, share / allowed);
  const label = t('dialer.board.abandonedOf', {
    abandoned: format.number(abandoned),
    answered: format.number(answered),
  });
  return (
    <div className="dialer-share">
      <span>{title}</span>
      <b className="figures">{format.percent(share, 1)}</b>
      <Progress
        size="sm"
        color={used >= 1 ? 'red' : used >= NEAR ? 'orange' : 'green'}
        value={used * 100}
        aria-label={`${title}: ${label}`}
      />
      <small className="figures">{label}</small>
    </div>
  );
}
