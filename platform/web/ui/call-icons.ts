import {
  ArrowLeftRight,
  PhoneCall,
  PhoneIncoming,
  PhoneMissed,
  PhoneOff,
  PhoneOutgoing,
  Voicemail,
  type LucideIcon,
} from 'lucide-react';
import type { Tone } from '#shared/codes.ts';

/** A call of the past as every list draws it: which way it went and whether it reached anybody. */
export const callIcons = {
  in: { icon: PhoneIncoming, tone: 'green' },
  inMissed: { icon: PhoneMissed, tone: 'red' },
  out: { icon: PhoneOutgoing, tone: 'blue' },
  outFailed: { icon: PhoneOff, tone: 'warning' },
  internal: { icon: ArrowLeftRight, tone: 'grey' },
  internalMissed: { icon: ArrowLeftRight, tone: 'red' },
  voicemail: { icon: Voicemail, tone: 'violet' },
  lasting: { icon: PhoneCall, tone: 'blue' },
} satisfies Record<string, { icon: LucideIcon; tone: Tone }>;
