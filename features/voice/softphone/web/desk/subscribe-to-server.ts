import type { PhoneEvent } from '#core/phone/phone-events.ts';
import {
  AGENT_CHANGED,
  PHONE_TAKEN_OVER,
  type AutoAnswerSetting,
  type PhoneTakenOver,
} from '#features/team/agents/contract.ts';
import { STATUS_CHANGED, type AgentNow } from '#features/team/agent-status/contract.ts';
import { CALL_SETTINGS_CHANGED } from '#features/voice/call-settings/contract.ts';
import {
  CALL_WARNED,
  CALLS_CHANGED,
  callsApi,
  type CallWarning,
  type LiveCall,
  type LiveCalls,
} from '#features/voice/calls/contract.ts';
import { call } from '#platform/web/call.ts';
import { bringFailures, hasFailures } from '#platform/web/failures.ts';
import { text } from '#platform/web/i18n.ts';
import { setAnswer } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import type { z } from 'zod';

export interface ServerHearer {
  deviceId: string;
  send(event: PhoneEvent): void;
  agent(agent: AgentNow): void;
  calls(calls: readonly LiveCall[]): void;
  /** The network or the page is back: is the connection still there? */
  pageBack(): void;
  pageShown(): void;
}

/** Hears what the server pushes to this person's pages, and what the browser tells of network and page; the answer stops it. */
export function subscribeToServer({ deviceId, send, agent, calls, pageBack, pageShown }: ServerHearer): () => void {
  const shown = (): void => {
    if (document.visibilityState !== 'visible') return;
    pageBack();
    pageShown();
  };
  window.addEventListener('online', pageBack);
  document.addEventListener('visibilitychange', shown);
  // A page the browser had frozen may be seen all the time.
  document.addEventListener('resume', shown);
  const ends = [
    onEvent<AgentNow>(STATUS_CHANGED, agent),
    onEvent<LiveCalls>(CALLS_CHANGED, (live) => calls(live.calls)),
    onEvent<z.infer<typeof CallWarning>>(CALL_WARNED, ({ callId, what }) =>
      send({ type: 'limitPassed', callId, what }),
    ),
    onEvent<AutoAnswerSetting>(AGENT_CHANGED, ({ autoAnswerEnable }) =>
      send({ type: 'rulesChanged', rules: { autoAnswer: autoAnswerEnable } }),
    ),
    // A page that cannot ask goes on counting as before: the server enforces.
    onEvent(CALL_SETTINGS_CHANGED, () => {
      call(callsApi.settings, {}).then(
        (now) => {
          setAnswer(callsApi.settings, {}, () => now);
          send({
            type: 'rulesChanged',
            rules: { maxCallSec: now.maxDurationOfSingleCall, maxHoldSec: now.maxCallHoldTime },
          });
        },
        () => {},
      );
    }),
    onEvent<PhoneTakenOver>(PHONE_TAKEN_OVER, ({ deviceUniqueIdentification }) => {
      if (deviceUniqueIdentification === deviceId) return;
      const say = (): void => send({ type: 'takenOver', message: text('error.phoneInUseElsewhere') });
      if (hasFailures()) say();
      else void bringFailures().then(say, say);
    }),
  ];
  return () => {
    window.removeEventListener('online', pageBack);
    document.removeEventListener('visibilitychange', shown);
    document.removeEventListener('resume', shown);
    for (const end of ends) end();
  };
}
