import { textOf } from '#platform/web/i18n.ts';
import type { HelpOver } from '#platform/web/session.ts';
import { toast } from '#platform/web/toast.ts';

/** Tells who helped that they are themselves again, and why. */
export function sayHelpOver({ team, isLeft }: HelpOver): void {
  if (isLeft) toast({ tone: 'success', text: textOf('operator-help.over.left', { team }) });
  else toast({ tone: 'warning', text: textOf('operator-help.over.ended', { team }) });
}
