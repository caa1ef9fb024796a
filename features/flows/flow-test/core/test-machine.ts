import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { TestCallStatus } from '#shared/codes/test-call-status.ts';
import { TestConnectionStatus } from '#shared/codes/test-connection-status.ts';
import type { Step } from '#core/machine.ts';
import { CALL_START_DELAY_MS, HANG_UP_DELAY_MS } from './limits.ts';
import { endsRound, withMessage, type TestMessage } from './test-messages.ts';
import { noTimings, withTiming, type Timings } from './timings.ts';

/**
 * A test of a flow, by voice or by text (specification P4).
 *
 *   voice: START ─▶ register (1) ─▶ registered (2) ─1 s─▶ start command ─▶ ringing (3) ─answer─▶ in call (4) ─▶ ended (2)
 *   text:  START ─▶ start command ─▶ actions one at a time ─▶ 4, 14 or 33 ends the round
 *
 * Whatever happens to socket or phone, the statuses say what is true: a closed socket during a call is no call.
 */
export interface TestState {
  /** Drawn anew at each start; messages of another test are not ours. */
  callId: string;
  /** What goes on: 1 voice, 2 text, 0 nothing. */
  active: 0 | 1 | 2;
  user: TestConnectionStatus;
  agent: TestConnectionStatus;
  callStatus: TestCallStatus | null;
  /** Registration has to come first. */
  callPending: boolean;
  /** An action of a text test was sent and not answered yet. */
  busy: boolean;
  talkingSinceMs: number | null;
  messages: readonly TestMessage[];
  timings: Timings;
  error: string | null;
}

export const idleTest: TestState = {
  callId: '',
  active: 0,
  user: TestConnectionStatus.disconnected,
  agent: TestConnectionStatus.disconnected,
  callStatus: null,
  callPending: false,
  busy: false,
  talkingSinceMs: null,
  messages: [],
  timings: noTimings,
  error: null,
};

export type TestEvent =
  /** `connected`: the socket of the tool; `online`: the browser. */
  | { type: 'startVoice' | 'startText'; callId: string; connected: boolean; online: boolean }
  | { type: 'registered' }
  | { type: 'callDue' }
  | { type: 'incoming' }
  | { type: 'answered' }
  | { type: 'callEnded' }
  | { type: 'hangUp' }
  | { type: 'phoneFailed'; text: string }
  /** The phone was put away: its account is too old, or its way was lost meanwhile. */
  | { type: 'phoneGone' }
  | { type: 'socketClosed' }
  | { type: 'socketError' }
  | { type: 'message'; message: TestMessage }
  /** Command 0x6003. */
  | { type: 'sessionError'; text: string }
  | { type: 'act'; action: FlowTestAction; text: string; online: boolean }
  | { type: 'sendKeys'; keys: string }
  /** How loud the agent is. */
  | { type: 'agentTalks'; talks: boolean }
  | { type: 'clear' }
  | { type: 'close' };

export type TestWarning =
  | 'busy'
  | 'enterContent'
  | 'offline'
  | 'pleaseInput'
  | 'voiceNotStarted'
  | 'connectionFailedWait'
  | 'connectionFailed'
  | 'notStarted'
  | 'phoneFailed'
  | 'phoneTrouble';

export type TestEffect =
  | { type: 'register' }
  | { type: 'later'; afterMs: number; event: TestEvent }
  | { type: 'sendStart'; callDirection: 3 | 4 }
  | { type: 'sendAction'; action: FlowTestAction; text: string }
  | { type: 'sendStop'; callId: string }
  | { type: 'answerCall' }
  | { type: 'closeCall'; afterMs: number }
  | { type: 'dropPhone' }
  | { type: 'pressKeys'; keys: string }
  /** `detail`: what the phone said of it. */
  | { type: 'warn'; what: TestWarning; detail?: string }
  | { type: 'showError'; text: string }
  | { type: 'done' };

/** What the tool does about something that happened. */
export function testMachine(state: TestState, event: TestEvent & { nowMs: number }): Step<TestState, TestEffect> {
  switch (event.type) {
    case 'startVoice':
      return startVoice(state, event);
    case 'startText':
      if (!event.online) return warn(state, 'offline');
      if (!event.connected) return warn(state, 'connectionFailedWait');
      return {
        state: { ...state, callId: event.callId, active: 2, busy: true, messages: [], timings: noTimings, error: null },
        effects: [{ type: 'sendStart', callDirection: 3 }],
      };
    case 'registered': {
      const next = {
        ...state,
        user: TestConnectionStatus.registered,
        agent: TestConnectionStatus.registered,
        callStatus: TestCallStatus.registered,
      };
      return {
        state: next,
        effects: state.callPending ? [{ type: 'later', afterMs: CALL_START_DELAY_MS, event: { type: 'callDue' } }] : [],
      };
    }
    case 'callDue':
      if (!state.callPending) return same(state);
      return { state: { ...state, callPending: false, active: 1 }, effects: [{ type: 'sendStart', callDirection: 4 }] };
    case 'incoming':
      return {
        state: {
          ...state,
          user: TestConnectionStatus.ringing,
          agent: TestConnectionStatus.ringing,
          callStatus: TestCallStatus.ringing,
        },
        effects: [],
      };
    case 'answered':
      return {
        state: {
          ...state,
          user: TestConnectionStatus.inCall,
          agent: TestConnectionStatus.inCall,
          callStatus: TestCallStatus.answered,
          talkingSinceMs: event.nowMs,
        },
        effects: [],
      };
    case 'agentTalks':
      if (!isInCall(state)) return same(state);
      return {
        state: { ...state, agent: event.talks ? TestConnectionStatus.speaking : TestConnectionStatus.inCall },
        effects: [],
      };
    case 'hangUp':
      if (!hasCall(state)) return same(state);
      return {
        state,
        effects: [
          { type: 'sendStop', callId: state.callId },
          { type: 'closeCall', afterMs: HANG_UP_DELAY_MS },
        ],
      };
    case 'callEnded':
      return { state: { ...state, ...ended, active: 0 }, effects: [] };
    case 'phoneFailed':
      return phoneFailed(state, event.text);
    case 'phoneGone':
      return { state: hasCall(state) ? state : { ...state, ...phoneless }, effects: [] };
    case 'socketClosed':
      if (state.active === 2) return { state: { ...state, active: 0, busy: false }, effects: [] };
      return {
        state: hasCall(state) ? { ...state, ...ended, active: 0 } : { ...state, callPending: false },
        effects: [],
      };
    case 'socketError':
      return warn(state, 'connectionFailed');
    case 'sessionError':
      return {
        state: {
          ...state,
          busy: false,
          active: 0,
          callPending: false,
          error: event.text,
          ...(state.active === 2 ? {} : ended),
        },
        effects: [
          { type: 'showError', text: event.text },
          ...(state.active === 1 ? [{ type: 'closeCall', afterMs: 0 } as const] : []),
        ],
      };
    case 'message':
      return took(state, event.message);
    case 'act':
      return act(state, event);
    case 'sendKeys':
      if (event.keys === '') return warn(state, 'pleaseInput');
      if (!isInCall(state)) return warn(state, 'voiceNotStarted');
      return { state, effects: [{ type: 'pressKeys', keys: event.keys }, { type: 'done' }] };
    case 'clear':
      return { state: { ...state, messages: [], timings: noTimings, error: null }, effects: [] };
    case 'close':
      return {
        state: idleTest,
        effects: [
          ...(state.active === 0 && !state.callPending ? [] : [{ type: 'sendStop', callId: state.callId } as const]),
          { type: 'dropPhone' },
        ],
      };
  }
}

const ended: Pick<TestState, 'user' | 'agent' | 'callStatus' | 'talkingSinceMs'> = {
  user: TestConnectionStatus.registered,
  agent: TestConnectionStatus.registered,
  callStatus: TestCallStatus.ended,
  talkingSinceMs: null,
};

const hasCall = ({ callStatus }: TestState): boolean =>
  callStatus === TestCallStatus.ringing || callStatus === TestCallStatus.answered;
const isInCall = ({ callStatus }: TestState): boolean => callStatus === TestCallStatus.answered;

const same = (state: TestState): Step<TestState, TestEffect> => ({ state, effects: [] });
const warn = (state: TestState, what: TestWarning): Step<TestState, TestEffect> => ({
  state,
  effects: [{ type: 'warn', what }],
});

function startVoice(
  state: TestState,
  { callId, connected, online }: { callId: string; connected: boolean; online: boolean },
): Step<TestState, TestEffect> {
  if (!connected || !online) return warn(state, 'connectionFailedWait');
  if (state.callPending || hasCall(state)) return warn(state, 'busy');
  const fresh: TestState = { ...state, callId, messages: [], timings: noTimings, error: null, callPending: true };
  if (state.user === TestConnectionStatus.disconnected) {
    return {
      state: {
        ...fresh,
        user: TestConnectionStatus.connecting,
        agent: TestConnectionStatus.connecting,
        callStatus: null,
      },
      effects: [{ type: 'register' }],
    };
  }
  if (state.user === TestConnectionStatus.connecting) return { state: fresh, effects: [] };
  return { state: { ...fresh, callPending: false, active: 1 }, effects: [{ type: 'sendStart', callDirection: 4 }] };
}

const phoneless: Pick<TestState, 'user' | 'agent' | 'callStatus' | 'callPending' | 'active' | 'talkingSinceMs'> = {
  user: TestConnectionStatus.disconnected,
  agent: TestConnectionStatus.disconnected,
  callStatus: null,
  callPending: false,
  active: 0,
  talkingSinceMs: null,
};

/** How a phone names a connection that is gone, or was never there. */
const WAY_CLOSED = 'WebSocket closed';

/**
 * A phone that fails before it was registered leaves nothing to wait for: everything is as it was before START, and said is whether its
 * way was closed or what else. One that loses its way between tests is put away without a word; the next test takes another. A call that
 * goes on goes on.
 */
function phoneFailed(state: TestState, text: string): Step<TestState, TestEffect> {
  const isRegistered = state.user >= TestConnectionStatus.registered;
  if (hasCall(state)) return { state, effects: [{ type: 'warn', what: 'phoneTrouble', detail: text }] };
  // A test by text that goes on needs no phone.
  const next = state.active === 2 ? { ...state, ...phoneless, active: state.active } : { ...state, ...phoneless };
  const warnings: TestEffect[] =
    isRegistered && state.active !== 1
      ? []
      : text.includes(WAY_CLOSED)
        ? [{ type: 'warn', what: 'connectionFailed' }]
        : [{ type: 'warn', what: 'phoneFailed', detail: text }];
  return { state: next, effects: [{ type: 'dropPhone' }, ...warnings] };
}

function took(state: TestState, message: TestMessage): Step<TestState, TestEffect> {
  if (message.callID !== state.callId) return same(state);
  const over = state.active === 2 && endsRound(message);
  // Anything the flow says or shows answers what was sent.
  return {
    state: {
      ...state,
      messages: withMessage(state.messages, message),
      timings: withTiming(state.timings, message),
      ...(state.active === 2 && { busy: false }),
      ...(over && { active: 0 as const }),
    },
    effects: [],
  };
}

function act(
  state: TestState,
  { action, text, online }: { action: FlowTestAction; text: string; online: boolean },
): Step<TestState, TestEffect> {
  const row = FlowTestAction.row(action);
  if (!online) return warn(state, 'offline');
  // A test by voice stops at transfers and messages as one by text does.
  const isOn = state.active === 2 || (action === FlowTestAction.stage && state.active === 1);
  if (!isOn) return warn(state, 'notStarted');
  if (state.busy && !row.anyTime) return warn(state, 'busy');
  const content = action === FlowTestAction.pressKeys ? text.replace(/[^0-9*#]/g, '') : text.trim();
  if (row.needsText && content === '') return warn(state, 'enterContent');
  // Saying nothing is silence, which a flow that does not listen never answers.
  const isSilence = action === FlowTestAction.sendText && content === '';
  return {
    state:
      action === FlowTestAction.end
        ? { ...state, active: 0, busy: false }
        : { ...state, busy: state.active === 2 && !isSilence },
    effects: [{ type: 'sendAction', action, text }],
  };
}
