import { readMessage } from '../core/test-messages.ts';
import type { TestEvent } from '../core/test-machine.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { call } from '#platform/web/call.ts';
import { openSocket, type Socket } from '#platform/web/socket.ts';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import { flowTestSocket } from '../contract.ts';

/** The socket of the tests: what it says goes to the machine. */
export interface TestLine extends Pick<Socket<typeof flowTestSocket>, 'send' | 'leave'> {
  isOpen(): boolean;
  /** Tells the machine nothing any more. */
  unhear(): void;
}

/** `callId` is that of the test that goes on: errors of others are old. */
export function openTestLine(send: (event: TestEvent) => void, callId: () => string | null): TestLine {
  let isOpen = false;
  let hasReportedFailure = false;
  const socket = openSocket(flowTestSocket, {
    ticket: async () => (await call(accountApi.ticket, { purpose: flowTestSocket.path })).ticket,
    onMessage({ cmd, callID, message, text: errorText = '' }) {
      if (cmd === FlowTestCommand.error)
        return void (callID === callId() && send({ type: 'sessionError', text: errorText }));
      const read = message === undefined ? null : readMessage(message);
      if (read) send({ type: 'message', message: read });
    },
  });
  const unhear = socket.watch(({ at }) => {
    if (isOpen && at !== 'open') send({ type: 'socketClosed' });
    isOpen = at === 'open';
    // Told once, however often it is tried again.
    if ((at === 'waiting' || at === 'lost') && !hasReportedFailure) send({ type: 'socketError' });
    hasReportedFailure = at !== 'open' && (hasReportedFailure || at === 'waiting' || at === 'lost');
  });
  return { send: socket.send, leave: socket.leave, isOpen: () => isOpen, unhear };
}
