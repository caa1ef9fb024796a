import { diallable } from '#core/phone/diallable.ts';
import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { callTyped } from './calls/call-typed.ts';

/** Calls the number a `tel:` link of another page led here with, after a question: no link may place a call by itself. */
export async function askToCall(link: string): Promise<void> {
  const number = diallable(link);
  if (number === null) return toast({ tone: 'warning', text: text('softphone.tel.wrong') });
  const isWanted = await confirm({
    title: text('softphone.tel.ask', { number }),
    body: text('softphone.tel.askHint'),
    yes: text('softphone.dial.call'),
  });
  if (isWanted) await callTyped(number);
}
