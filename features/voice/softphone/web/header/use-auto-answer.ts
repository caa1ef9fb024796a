import { useState } from 'react';
import { agentsApi } from '#features/team/agents/contract.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { usePhoneView } from '../desk/phone-desk.ts';

/** Whether the phone answers by itself, and how to change it; the server keeps it and tells every page. Null without a phone. */
export function useAutoAnswer(): { isOn: boolean; set: (on: boolean) => void } | null {
  const rules = usePhoneView()?.phone.rules;
  // Until the phone has heard of it.
  const [wished, setWished] = useState<boolean | null>(null);
  const command = useCommand(agentsApi.setAutoAnswer, {
    onDone: ({ autoAnswerEnable }) => setWished(autoAnswerEnable),
    onFailed: () => setWished(null),
  });
  if (!rules) return null;
  if (wished !== null && wished === rules.autoAnswer && !command.isPending) setWished(null);
  return {
    isOn: wished ?? rules.autoAnswer,
    set(on) {
      setWished(on);
      command.mutate({ autoAnswerEnable: on });
    },
  };
}
