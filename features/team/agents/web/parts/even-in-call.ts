import { text } from '#platform/web/i18n.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Failure } from '#shared/failure.ts';

/** Does something to phones; where somebody is in a call it asks first whether that is meant. Null when it is not. */
export async function orEvenInCall<T>(act: (evenInCall: boolean) => Promise<T>): Promise<T | null> {
  try {
    return await act(false);
  } catch (error) {
    if (!(error instanceof Failure) || error.name !== 'agentInCall') throw error;
    const isMeant = await confirm({
      title: text('agents.inCallTitle'),
      body: `${failureText(error)} ${text('agents.inCallGoesOn')}`,
      yes: text('agents.evenInCall'),
      danger: true,
    });
    return isMeant ? act(true) : null;
  }
}
