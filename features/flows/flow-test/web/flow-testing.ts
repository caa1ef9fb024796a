import type { FlowPhone } from '#core/flow-test/flow-phone.port.ts';
import { VOLUME_MS } from '../core/limits.ts';
import { barOf, isTalking } from '../core/talking.ts';
import { idleTest, testMachine, type TestEffect, type TestEvent, type TestState } from '../core/test-machine.ts';
import { readMessage } from '../core/test-messages.ts';
import { wireParams } from '../core/wire-value.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { text, type TextKey } from '#platform/web/i18n.ts';
import { choice } from '#platform/web/session.ts';
import { openSocket } from '#platform/web/socket.ts';
import { toast } from '#platform/web/toast.ts';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import { TestCallStatus } from '#shared/codes/test-call-status.ts';
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

/** What the window shows. */
export interface TestView {
  state: TestState;
  settings: TestSettings | null;
  /** Height of the volume bar in percent. */
  bar: number;
  /** What the tester did in this test, in order. */
  turns: readonly Turn[];
  /** The test of this flow that this browser began last, before the window was opened. */
  last: string | null;
}

/** The tool while its window is open: socket, phone and clock do what the machine asks, and tell it what happens. */
export interface FlowTesting {
  get(): TestView;
  watch(watcher: () => void): () => void;
  startVoice(wishes: TestWishes): Promise<void>;
  /** `replay`: what is done first, as fast as the flow takes it. */
  startText(wishes: TestWishes, replay?: readonly Turn[]): void;
  answer(): void;
  /** False: it was refused, and nothing was sent. */
  act(turn: Turn): boolean;
  send(event: TestEvent): void;
  /** Sends stop, disconnects, forgets everything. */
  close(): void;
}

/** Where this browser keeps the id of the last test of a flow. */
const lastTestOf = (flowId: number): string => `flowTest.${flowId}`;
const QUIET_BAR = barOf([]);
const ACCOUNT_FRESH_MS = 4 * 60_000;

const pairs = (params: TestWishes['params'], settings: TestSettings | null) => {
  const given = wireParams(params, settings?.variables ?? []);
  return given.length === 0 ? null : given;
};

export function openFlowTesting(flowId: number): FlowTesting {
  let view: TestView = {
    state: idleTest,
    settings: null,
    bar: QUIET_BAR,
    turns: [],
    last: choice.get(lastTestOf(flowId)),
  };
  let phone: FlowPhone | null = null;
  let begin: { wishes: TestWishes; replay: readonly Turn[] } = {
    wishes: { caller: '', callee: '', params: {} },
    replay: [],
  };
  let listening: ReturnType<typeof setInterval> | undefined;
  let wasOpen = false;
  let toldFailure = false;
  /** When its account was made, and whether its phone is still there. */
  let settingsAtMs = 0;
  let phoneIsLost = false;
  let closing: ReturnType<typeof setTimeout> | undefined;
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const watchers = new Set<() => void>();

  function set(part: Partial<TestView>): void {
    view = { ...view, ...part };
    for (const tell of watchers) tell();
  }

  function later(afterMs: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, afterMs);
    timers.add(timer);
  }

  function send(event: TestEvent): void {
    const { state, effects } = testMachine(view.state, { ...event, nowMs: Date.now() });
    set({ state });
    listen(state.talkingSinceMs !== null);
    for (const effect of effects) perform(effect);
  }

  /** Hears how loud the flow is, while there is a call. */
  function listen(isOn: boolean): void {
    if (isOn === (listening !== undefined)) return;
    clearInterval(listening);
    listening = isOn ? setInterval(hear, VOLUME_MS) : undefined;
    if (!isOn) set({ bar: QUIET_BAR });
  }

  function hear(): void {
    const strengths = phone?.spectrum() ?? [];
    set({ bar: barOf(strengths) });
    send({ type: 'agentTalks', talks: isTalking(strengths) });
  }

  function perform(effect: TestEffect): void {
    const {
      state: { callId },
      settings,
    } = view;
    switch (effect.type) {
      case 'register':
        return settings
          ? phone?.register({
              url: settings.fsRegisterAddr,
              domain: settings.domain,
              number: settings.account,
              ha1: settings.md5Pwd,
              iceServers: settings.iceServers,
              audioDirectory: settings.audioDirectory,
            })
          : undefined;
      case 'later':
        return later(effect.afterMs, () => send(effect.event));
      case 'sendStart': {
        const {
          wishes: { caller, callee, params },
          replay,
        } = begin;
        const isVoice = effect.callDirection === 4;
        choice.set(lastTestOf(flowId), callId);
        return void socket.send({
          cmd: FlowTestCommand.start,
          autoFlowID: flowId,
          callID: callId,
          callee,
          caller,
          params: pairs(params, settings),
          callDirection: effect.callDirection,
          ...(isVoice && settings ? { account: settings.account, token: settings.platformToken } : {}),
          ...(replay.length > 0 ? { replay: [...replay] } : {}),
        });
      }
      case 'sendAction':
        socket.send({ cmd: FlowTestCommand.action, callID: callId, actionType: effect.action, text: effect.text });
        return set({ turns: [...view.turns, { actionType: effect.action, text: effect.text }] });
      case 'sendStop':
        return void socket.send({ cmd: FlowTestCommand.stop, callID: effect.callId });
      case 'answerCall':
        return phone?.answer();
      case 'closeCall':
        clearTimeout(closing);
        closing = setTimeout(() => phone?.hangUp(), effect.afterMs);
        return;
      case 'dropPhone':
        phone?.close();
        phone = null;
        return;
      case 'pressKeys':
        return phone?.pressKeys(effect.keys);
      case 'warn':
        return toast({
          tone: 'warning',
          text: text(`flow-test.warn.${effect.what}` as TextKey, { detail: effect.detail ?? '' }),
        });
      case 'showError':
        return toast({ tone: 'error', text: effect.text });
      case 'done':
        return toast({ tone: 'success', text: text('flow-test.keysSent') });
    }
  }

  const socket = openSocket(flowTestSocket, {
    ticket: async () => (await call(accountApi.ticket, { purpose: flowTestSocket.path })).ticket,
    onMessage({ cmd, callID, message, text: said = '' }) {
      if (cmd === FlowTestCommand.error)
        return void (callID === view.state.callId && send({ type: 'sessionError', text: said }));
      const read = message === undefined ? null : readMessage(message);
      if (read) send({ type: 'message', message: read });
    },
  });
  const unwatch = socket.watch(({ at }) => {
    if (wasOpen && at !== 'open') send({ type: 'socketClosed' });
    wasOpen = at === 'open';
    // Told once, however often it is tried again.
    if ((at === 'waiting' || at === 'lost') && !toldFailure) send({ type: 'socketError' });
    toldFailure = at !== 'open' && (toldFailure || at === 'waiting' || at === 'lost');
  });
  let fetching: Promise<boolean> | null = null;
  /** One at a time: the account that came last is the one a phone has. */
  const fetchSettings = (): Promise<boolean> =>
    (fetching ??= call(flowTestApi.settings, { flowId })
      .then(
        (settings) => {
          settingsAtMs = Date.now();
          set({ settings });
          return true;
        },
        (problem: unknown) => {
          handleFailure(problem);
          return false;
        },
      )
      .finally(() => void (fetching = null)));
  void fetchSettings();

  /** The account of a test phone lasts ten minutes: a window that was open for longer takes another. */
  async function renewPhone(): Promise<boolean> {
    const { callStatus, callPending, active } = view.state;
    const isBusy =
      callPending || active === 1 || callStatus === TestCallStatus.ringing || callStatus === TestCallStatus.answered;
    const isOld = Date.now() - settingsAtMs > ACCOUNT_FRESH_MS;
    if (isBusy || !(isOld || phoneIsLost)) return true;
    if (isOld && !(await fetchSettings())) return false;
    phoneIsLost = false;
    phone?.close();
    phone = null;
    send({ type: 'phoneGone' });
    return true;
  }

  async function openPhone(): Promise<FlowPhone> {
    if (phone) return phone;
    const opened = (await flowTestSource.parts()).openPhone();
    phone = opened;
    opened.onEvent((event) => {
      if (phone !== opened) return;
      // What is over is not hung up once more: the next call may ring already.
      if (event.type === 'ended') clearTimeout(closing);
      phoneIsLost = event.type === 'failed' || (phoneIsLost && event.type !== 'registered');
      if (event.type === 'failed') send({ type: 'phoneFailed', text: event.text });
      else send({ type: event.type === 'ended' ? 'callEnded' : event.type });
    });
    return opened;
  }

  return {
    get: () => view,
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    async startVoice(wishes) {
      begin = { wishes, replay: [] };
      if (wasOpen && navigator.onLine && !(await renewPhone())) return;
      const microphone = await (await openPhone()).openMicrophone();
      if (microphone !== 'open')
        return toast({
          tone: 'warning',
          text: text(microphone === 'refused' ? 'flow-test.warn.microphone' : 'flow-test.warn.noMicrophone'),
        });
      set({ turns: [] });
      send({
        type: 'startVoice',
        callId: crypto.randomUUID(),
        connected: wasOpen && view.settings !== null,
        online: navigator.onLine,
      });
    },
    startText(wishes, replay = []) {
      begin = { wishes, replay };
      set({ turns: replay });
      send({ type: 'startText', callId: crypto.randomUUID(), connected: wasOpen, online: navigator.onLine });
    },
    answer: () => phone?.answer(),
    act({ actionType, text: said }) {
      const { turns } = view;
      send({ type: 'act', action: actionType, text: said, online: navigator.onLine });
      return view.turns !== turns;
    },
    send,
    close() {
      send({ type: 'close' });
      unwatch();
      listen(false);
      clearTimeout(closing);
      for (const timer of timers) clearTimeout(timer);
      // The stop has to leave first.
      setTimeout(() => socket.leave(), 0);
    },
  };
}
