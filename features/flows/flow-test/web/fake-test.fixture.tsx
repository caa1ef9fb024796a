import { act, fireEvent, screen } from '@testing-library/react';
import type { FlowPhone, FlowPhoneEvent } from '#core/flow-test/flow-phone.port.ts';
import { customersApi } from '#features/customers/customers/contract.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import { FakeSocket, fakeSockets } from '#test/fake-socket.ts';
import { flowTestApi, type FlowTestDown, type FlowTestUp, type TestSettings } from '../contract.ts';
import FlowTestButton from './flow-test-button.tsx';
import { flowTestWith } from './index.ts';

/** A phone in the hand of a test. */
export function fakePhone() {
  const did: string[] = [];
  let emit: (event: FlowPhoneEvent) => void = () => {};
  let strengths = new Uint8Array(0);
  const phone: FlowPhone = {
    openMicrophone: async () => 'open',
    register: ({ number }) => void did.push(`register ${number}`),
    answer: () => void did.push('answer'),
    hangUp: () => void did.push('hangUp'),
    pressKeys: (keys) => void did.push(`keys ${keys}`),
    spectrum: () => strengths,
    close: () => void did.push('close'),
    onEvent(listener) {
      emit = listener;
      return () => {};
    },
  };
  return {
    phone,
    did,
    emit: (event: FlowPhoneEvent) => act(() => emit(event)),
    sounds: (next: number[]) => void (strengths = Uint8Array.from(next)),
  };
}

export const someSettings: TestSettings = {
  flowId: 8,
  flowName: 'Reception',
  caller: '',
  callee: '',
  variables: [],
  account: 'test-1-7-1-aa',
  platformToken: 'given',
  audioDirectory: 'tones/rising',
  md5Pwd: 'a'.repeat(32),
  domain: 'openseat.test',
  fsRegisterAddr: 'wss://openseat.test/cc/sip/1',
  iceServers: [],
  expires: 300,
};

/** Opens the window as the designer does; the socket is open when `accepted`. */
export async function showTest({
  settings = someSettings,
  isSaved = true,
  functions = [],
  found = [],
}: { settings?: TestSettings; isSaved?: boolean; functions?: string[]; found?: readonly object[] } = {}) {
  // A text area that grows listens to the fonts, which this DOM does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  const { opened } = fakeSockets();
  const hand = fakePhone();
  const feature = flowTestWith(async () => ({ flowTestParts: () => ({ openPhone: () => hand.phone }) }));
  const asked = fakeServer(({ url }) => {
    const path = url.split('?')[0];
    if (path === flowTestApi.recordingTicket.path) return { data: { url: '/sound?pass=1' } };
    if (path === customersApi.list.path) return { data: { list: found, total: found.length, capped: false } };
    return {
      data: path === accountApi.ticket.path ? { ticket: 't1' } : path === flowTestApi.settings.path ? settings : null,
    };
  });
  const nodes: (string | null)[] = [];
  await showPage(
    <>
      <FlowTestButton flowId={8} onBegin={async () => isSaved} onNode={(node) => void nodes.push(node)} />
      <main data-testid="outside">Canvas</main>
    </>,
    { feature, viewer: aViewer({ functions: new Set(['flow-test.run', 'flow-talks.view', ...functions]) }) },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Test' }));
  await opened();
  const socket: FakeSocket<FlowTestUp, FlowTestDown> = FakeSocket.all[0]!;
  await act(async () => socket.accept());
  await screen.findByText(settings.flowName);
  const starts = () => socket.sent.filter((sent) => sent.cmd === FlowTestCommand.start);
  const down = (data: FlowTestDown) => act(() => socket.push(data));
  let no = 0;
  return {
    hand,
    socket,
    nodes,
    asked,
    starts,
    down,
    sent: (cmd: number) => socket.sent.filter((sent) => sent.cmd === cmd),
    drop: (code = 1006) => act(() => socket.drop(code)),
    /** The flow tells something about the test that goes on. */
    pushMessage: (msgType: number, msgInfo: Record<string, unknown> = {}, rest: Record<string, unknown> = {}) => {
      const { callID } = starts().at(-1)!;
      return down({
        cmd: FlowTestCommand.start,
        callID,
        message: JSON.stringify({
          msgId: `${callID}-${(no += 1)}`,
          msgType,
          callID,
          msgInfo: JSON.stringify(msgInfo),
          time_ms: 0,
          createTs: 0,
          stepId: null,
          node_choose: '',
          recordUrl: '',
          ...rest,
        }),
      });
    },
    fails: (text: string) => down({ cmd: FlowTestCommand.error, callID: starts().at(-1)!.callID, text }),
    click: (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name })),
    tab: (name: string) => fireEvent.click(screen.getByRole('tab', { name })),
  };
}
