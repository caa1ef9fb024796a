import { useCallback, useEffect, useRef, useState } from 'react';
import type { FlowPhone } from '#core/flow-test/flow-phone.port.ts';
import { VOLUME_MS } from '#core/flow-test/limits.ts';
import { barOf, isTalking } from '#core/flow-test/talking.ts';
import { idleTest, testMachine, type TestEffect, type TestEvent, type TestState } from '#core/flow-test/test-machine.ts';
import { readMessage } from '#core/flow-test/test-messages.ts';
import { accountApi } from '#features/account/contract.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { text, type TextKey } from '#platform/web/i18n.ts';
import { openSocket, type Socket } from '#platform/web/socket.ts';
import { toast } from '#platform/web/toast.ts';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import { flowTestApi, flowTestSocket, type TestSettings } from '../contract.ts';
import { flowTestSource } from './flow-test-parts.ts';

export interface TestWishes {
  caller: string;
  callee: string;
  params: Readonly<Record<string, string>>;
}

export interface Turn {
  actionType: 1 | 2 | 5 | 6;
  text: string;
}

/** The tool, while its window is open. */
export interface FlowTesting {
  state: TestState;
  settings: TestSettings | null;
  isConnected: boolean;
  /** Height of the volume bar. */
  bar: number;
  /** What the tester did in this test, in order. */
  turns: readonly Turn[];
  startVoice(wishes: TestWishes): Promise<void>;
  startText(wishes: TestWishes, replay?: readonly Turn[]): void;
  answer(): void;
  send(event: TestEvent): void;
  act(turn: Turn): void;
}

const pairs = (params: Readonly<Record<string, string>>) => {
  const given = Object.entries(params).filter(([, value]) => value !== '').map(([key, value]) => ({ key, value }));
  return given.length === 0 ? null : given;
};

/** Drives a test: socket, phone and clock do what the machine asks, and tell it what happens. */
export function useFlowTest(flowId: number): FlowTesting {
  const [state, setState] = useState<TestState>(idleTest);
  const [settings, setSettings] = useState<TestSettings | null>(null);
  const [isConnected, setConnected] = useState(false);
  const [bar, setBar] = useState(2);
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const now = useRef(idleTest);
  const socket = useRef<Socket<typeof flowTestSocket> | null>(null);
  const phone = useRef<FlowPhone | null>(null);
  const wishes = useRef<{ wishes: TestWishes; replay: readonly Turn[] }>({ wishes: { caller: '', callee: '', params: {} }, replay: [] });
  const known = useRef<TestSettings | null>(null);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  const later = useCallback((afterMs: number, act: () => void): void => {
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      act();
    }, afterMs);
    timers.current.add(timer);
  }, []);

  const send = useCallback((event: TestEvent): void => {
    const step = testMachine(now.current, { ...event, nowMs: Date.now() });
    now.current = step.state;
    setState(step.state);
    for (const effect of step.effects) perform(effect);

    function perform(effect: TestEffect): void {
      const { callId } = now.current;
      switch (effect.type) {
        case 'register': {
          const account = known.current;
          if (!account || !phone.current) return;
          return phone.current.register({ url: account.fsRegisterAddr, domain: account.domain, number: account.account, ha1: account.md5Pwd, iceServers: account.iceServers });
        }
        case 'later':
          return later(effect.afterMs, () => send(effect.event));
        case 'sendStart': {
          const { wishes: { caller, callee, params }, replay } = wishes.current;
          socket.current?.send({
            cmd: FlowTestCommand.start, autoFlowID: flowId, callID: callId, callee, caller, params: pairs(params), callDirection: effect.callDirection,
            ...(effect.callDirection === 4 && known.current ? { account: known.current.account } : {}), ...(replay.length > 0 ? { replay: [...replay] } : {}),
          });
          return;
        }
        case 'sendAction':
          socket.current?.send({ cmd: FlowTestCommand.action, callID: callId, actionType: effect.action, text: effect.text });
          return setTurns((before) => [...before, { actionType: effect.action, text: effect.text }]);
        case 'sendStop':
          return void socket.current?.send({ cmd: FlowTestCommand.stop, callID: effect.callId });
        case 'answerCall':
          return phone.current?.answer();
        case 'closeCall':
          return later(effect.afterMs, () => phone.current?.hangUp());
        case 'dropPhone':
          phone.current?.close();
          phone.current = null;
          return;
        case 'pressKeys':
          return phone.current?.pressKeys(effect.keys);
        case 'warn':
          return toast({ tone: 'warning', text: text(`flow-test.warn.${effect.what}` as TextKey) });
        case 'showError':
          return toast({ tone: 'error', text: effect.text });
        case 'done':
          return toast({ tone: 'success', text: text('flow-test.keysSent') });
      }
    }
  }, [flowId, later]);

  useEffect(() => {
    const opened = openSocket(flowTestSocket, {
      ticket: async () => (await call(accountApi.ticket, { purpose: flowTestSocket.path })).ticket,
      onMessage({ cmd, callID, message, text: said = '' }) {
        if (cmd === FlowTestCommand.error) return void (callID === now.current.callId && send({ type: 'sessionError', text: said }));
        const read = message === undefined ? null : readMessage(message);
        if (read) send({ type: 'message', message: read });
      },
    });
    socket.current = opened;
    let was = false;
    const unwatch = opened.watch((connection) => {
      const is = connection.at === 'open';
      setConnected(is);
      if (was && !is) send({ type: 'socketClosed' });
      was = is;
    });
    const waiting = timers.current;
    call(flowTestApi.settings, { flowId }).then((given) => {
      known.current = given;
      setSettings(given);
    }, handleFailure);
    return () => {
      send({ type: 'close' });
      unwatch();
      // The stop has to leave first.
      setTimeout(() => opened.leave(), 0);
      for (const timer of waiting) clearTimeout(timer);
    };
  }, [flowId, send]);

  // How loud the flow is, while there is a call.
  const inCall = state.talkingSinceMs !== null;
  useEffect(() => {
    if (!inCall) return setBar(2);
    const timer = setInterval(() => {
      const strengths = phone.current?.spectrum() ?? new Uint8Array(0);
      setBar(barOf(strengths));
      send({ type: 'agentTalks', talks: isTalking(strengths) });
    }, VOLUME_MS);
    return () => clearInterval(timer);
  }, [inCall, send]);

  return {
    state, settings, isConnected, bar, turns, send,
    async startVoice(wanted) {
      wishes.current = { wishes: wanted, replay: [] };
      if (!phone.current) {
        const opened = (await flowTestSource.parts()).openPhone();
        phone.current = opened;
        opened.onEvent((event) => {
          if (phone.current !== opened) return;
          if (event.type === 'failed') send({ type: 'phoneFailed', text: event.text });
          else send({ type: event.type === 'ended' ? 'callEnded' : event.type });
        });
      }
      await phone.current.openMicrophone();
      setTurns([]);
      send({ type: 'startVoice', callId: crypto.randomUUID(), connected: socket.current?.current().at === 'open' && known.current !== null, online: navigator.onLine });
    },
    startText(wanted, replay = []) {
      wishes.current = { wishes: wanted, replay };
      setTurns(replay);
      send({ type: 'startText', callId: crypto.randomUUID(), connected: socket.current?.current().at === 'open', online: navigator.onLine });
    },
    answer: () => phone.current?.answer(),
    act: ({ actionType, text: said }) => send({ type: 'act', action: actionType, text: said, online: navigator.onLine }),
  };
}


