import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { previewApi } from '../contract.ts';
import { setupSteps } from './address.ts';

/** The steps of making a task, and what they are called. */
export function usePreviewSteps(): { step: string; name: string }[] {
  const t = useText();
  return setupSteps.map((step) => ({ step, name: t(`preview.step.${step}`) }));
}

/** The task of this id as it is now; null: none is asked for. */
export const useTaskDetail = (id: number | null) =>
  useEndpoint(previewApi.detail, { id: id ?? 0 }, { enabled: id !== null, handlesFailures: true, staleMs: 0 });
