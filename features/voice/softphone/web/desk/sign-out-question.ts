import { textOf } from '#platform/web/i18n.ts';
import type { Question } from '#platform/web/ui/confirm-question.ts';
import { signOutLoss } from '../../core/sign-out-loss.ts';
import { whoCalls } from '../popover/call/who.ts';
import type { PhoneView } from './phone-desk.ts';

/** What somebody who signs out in a call is asked first, in any tab; null where nobody would miss them. */
export function signOutQuestion(view: PhoneView): Question | null {
  const loss = signOutLoss(view.phone, view.calls);
  if (!loss) return null;
  return {
    title: textOf('softphone.signOut.title'),
    body: textOf(`softphone.signOut.${loss}`, { who: whoCalls(view).title }),
    yes: textOf(loss === 'talking' ? 'softphone.signOut.hangUp' : 'softphone.signOut.yes'),
    no: textOf('softphone.signOut.stay'),
    danger: true,
  };
}
