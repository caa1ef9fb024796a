import type { OutgoingInviteRequest, UserAgentCore } from 'sip.js/lib/core/index.js';

/** Forgets a request no answer is expected to any more; the library would wait for ever. */
export function dropRequest(core: UserAgentCore, request: OutgoingInviteRequest): void {
  for (const [id, client] of core.userAgentClients) {
    if ((client as unknown) !== request) continue;
    client.dispose();
    core.userAgentClients.delete(id);
  }
}
