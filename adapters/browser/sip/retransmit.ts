import type { UserAgent } from 'sip.js';
import { TransactionState } from 'sip.js/lib/core/index.js';

const UNANSWERED: readonly TransactionState[] = [
  TransactionState.Calling,
  TransactionState.Trying,
  TransactionState.Proceeding,
];

/**
 * Says again what was asked within a call and not answered yet. On a websocket SIP never repeats itself; what went down with
 * one would keep the call from asking anything else for 32 s. Whoever heard it the first time answers as they did then.
 */
export function retransmitUnanswered({
  userAgentCore,
  transport,
}: Pick<UserAgent, 'userAgentCore' | 'transport'>): void {
  for (const { message, transaction } of userAgentCore.userAgentClients.values()) {
    const isInCall = message.toTag !== undefined && message.toTag !== '';
    if (isInCall && UNANSWERED.includes(transaction.state)) void transport.send(message.toString()).catch(() => {});
  }
}
