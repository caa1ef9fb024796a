import { callsApi, type LiveCall } from '#features/voice/calls/contract.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';

export interface SurveyChoice {
  /** The customer will be asked how it was. */
  isArmed: boolean;
  isBusy: boolean;
  ask: () => void;
}

/** Whether an agent may have the customer asked once the call is over; null where that is not theirs to say. */
export function useSurvey(live: LiveCall | null | undefined): SurveyChoice | null {
  const settings = useEndpoint(callsApi.settings, {}, { staleMs: 300_000, handlesFailures: true }).data;
  const survey = useCommand(callsApi.survey);
  // Asked after every call, or when the agent wishes it; hanging up oneself asks only where the tenant says so.
  const mayAsk =
    settings &&
    (settings.satisfactionSurveyModel === 2 || (settings.satisfactionSurveyModel === 1 && !settings.activelyHangUp)) &&
    live?.role === 'agent' &&
    live.direction !== 'internal';
  if (!mayAsk) return null;
  return {
    isArmed: live.surveyArmed,
    isBusy: survey.isPending,
    ask: () => survey.mutate({ callId: live.callId }),
  };
}
