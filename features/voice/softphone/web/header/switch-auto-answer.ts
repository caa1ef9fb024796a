import { agentsApi } from '#features/team/agents/contract.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { phoneDesk } from '../desk/phone-desk.ts';

/** Answers by itself if it did not, and the other way round; the server tells every page. */
export async function switchAutoAnswer(): Promise<void> {
  const rules = phoneDesk.get()?.view().phone.rules;
  if (!rules) return;
  await call(agentsApi.setAutoAnswer, { autoAnswerEnable: !rules.autoAnswer }).catch(handleFailure);
}
