import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { aiTasksApi } from '../contract.ts';
import { aiSetupSteps } from './address.ts';

/** The steps of making a task, and what they are called. */
export function useAiSteps(): { step: string; name: string }[] {
  const t = useText();
  return aiSetupSteps.map((step) => ({ step, name: t(`ai-tasks.step.${step}`) }));
}

/** The task of this id as it is now; null: none is asked for. */
export const useAiDetail = (id: number | null) =>
  useEndpoint(aiTasksApi.detail, { id: id ?? 0 }, { enabled: id !== null, handlesFailures: true, staleMs: 0 });
