import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { dialerApi } from '../contract.ts';
import { dialerSteps } from './address.ts';

/** The steps of making a task, and what they are called. */
export function useDialerSteps(): { step: string; name: string }[] {
  const t = useText();
  return dialerSteps.map((step) => ({ step, name: t(`dialer.step.${step}`) }));
}

/** The task of this id as it is now; null: none is asked for. */
export const useDialerDetail = (id: number | null) =>
  useEndpoint(dialerApi.detail, { id: id ?? 0 }, { enabled: id !== null, handlesFailures: true, staleMs: 0 });
