import { getReasonPhrase, newTag } from 'sip.js/lib/core/messages/utils.js';
import { SERVER_NAME } from './sip-constants.ts';

/** What an answer repeats of its request, as it came. */
export interface RequestEcho {
  via: readonly string[];
  from: string;
  to: string;
  callId: string;
  cseq: string;
}

/** An answer without any state kept: enough for everything that is not a call. */
export function answerTo(
  asked: RequestEcho,
  status: number,
  { reason, headers = [] }: { reason?: string; headers?: readonly string[] } = {},
): string {
  const to = /;\s*tag\s*=/i.test(asked.to) || status === 100 ? asked.to : `${asked.to};tag=${newTag()}`;
  const lines = [
    `SIP/2.0 ${status} ${reason ?? getReasonPhrase(status)}`,
    ...asked.via.map((via) => `Via: ${via}`),
    `From: ${asked.from}`,
    `To: ${to}`,
    `Call-ID: ${asked.callId}`,
    `CSeq: ${asked.cseq}`,
    ...headers,
    `User-Agent: ${SERVER_NAME}`,
    'Content-Length: 0',
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
