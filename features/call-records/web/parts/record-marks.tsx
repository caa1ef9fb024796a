import { ArrowLeftRight, PhoneCall, PhoneIncoming, PhoneMissed, PhoneOff, PhoneOutgoing, Voicemail, type LucideIcon } from 'lucide-react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import type { CallIcon } from '../../contract.ts';

const icons: Record<CallIcon, { icon: LucideIcon; tone: 'green' | 'blue' | 'red' | 'warning' | 'violet' | 'grey' }> = {
  in: { icon: PhoneIncoming, tone: 'green' },
  inMissed: { icon: PhoneMissed, tone: 'red' },
  out: { icon: PhoneOutgoing, tone: 'blue' },
  outFailed: { icon: PhoneOff, tone: 'warning' },
  internal: { icon: ArrowLeftRight, tone: 'grey' },
  internalMissed: { icon: ArrowLeftRight, tone: 'red' },
  voicemail: { icon: Voicemail, tone: 'violet' },
  lasting: { icon: PhoneCall, tone: 'blue' },
};

/** Which way a call went and whether it reached anybody. */
export function DirectionMark({ callIcon }: { callIcon: CallIcon }) {
  const t = useText();
  const { icon: Icon, tone } = icons[callIcon];
  const name = t(`call-records.icon.${callIcon}`);
  return (
    <span className="direction-mark" data-tone={tone} data-hint={name}>
      <Icon size={16} aria-hidden />
      <span className="visually-hidden">{name}</span>
    </span>
  );
}

const BARS = [1, 2, 3, 4, 5];
const GOOD_MOS = 4;
const FAIR_MOS = 3;
export const mosTone = (mos: number) => (mos >= GOOD_MOS ? 'green' : mos >= FAIR_MOS ? 'warning' : 'red');

/** How a call sounded, 1 to 5. */
export function MosBars({ mos }: { mos: number | null }) {
  const t = useText();
  const format = useFormat();
  if (mos === null) return <span aria-hidden>–</span>;
  const figure = format.number(mos, 1);
  const name = t('call-records.mos', { mos: figure });
  return (
    <span className="mos" role="img" aria-label={name} data-tone={mosTone(mos)} data-hint={name}>
      <svg width="19" height="14" viewBox="0 0 19 14" aria-hidden>
        {BARS.map((bar) => <rect key={bar} x={(bar - 1) * 4} y={14 - bar * 2.6 - 1} width="3" height={bar * 2.6 + 1} rx="1" data-on={mos >= bar - 0.5 || undefined} />)}
      </svg>
      <span aria-hidden>{figure}</span>
    </span>
  );
}
