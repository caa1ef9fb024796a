import { randomUUID } from 'node:crypto';
import type { Caller as FlowCaller } from '#core/flow/flow-events.ts';
import type { Flow, Values } from '#core/flow/flow.ts';
import {
  legId,
  type LegId,
  type PcmStream,
  type Telephony,
  type TelephonyEvent,
} from '#core/telephony/telephony.port.ts';
import type {
  CallHands,
  TalkAsk,
  TalkMessage,
  Talks,
  TextTalk,
  VoiceTalk,
} from '#features/flows/flow-talks/server/index.ts';
import { testRecordingId } from '#core/flow-test/test-recording.ts';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import type { TestRecorder } from './test-recorder.ts';

/** A test that goes on. */
export interface RunningTest {
  act(action: FlowTestAction, text: string): void;
  /** The conversation has ended, or never began. */
  isOver(): boolean;
  /** Ends it; resolves when nothing of it is left. */
  stop(): Promise<void>;
}

export interface TestStart {
  tenantId: number;
  userId: number;
  callID: string;
  flowId: number;
  flowName: string;
  flow: Flow;
  caller: FlowCaller;
  callee: string;
  values: Values;
  timeZone: string;
}

export interface TestListener {
  message(message: TalkMessage): void;
  /** It could not begin, or broke. */
  failed(why: 'noAnswer' | 'broke'): void;
}

const RING_MS = 60_000;

/** In a test nobody is really called: what a flow would do with the call is told and refused. */
const noHands = (hangUp: () => void): CallHands => {
  const refused = async () => ({ ok: false as const, why: 'test' });
  return {
    transfer: refused,
    callback: refused,
    voicemail: refused,
    record: async () => ({ ok: true, what: 'done' }),
    survey: refused,
    hangUp,
  };
};

const askOf = ({
  tenantId,
  userId,
  callID,
  flowId,
  flowName,
  flow,
  caller,
  callee,
  values,
  timeZone,
}: TestStart): TalkAsk => ({
  tenantId,
  userId,
  talkId: callID,
  source: 'test',
  flowId,
  flowName,
  flowVersion: null,
  flow,
  caller,
  called: callee,
  values,
  timeZone,
});

/** A test by text. What is replayed is typed as fast as the flow takes it. */
export async function beginTextTest(
  talks: Talks,
  start: TestStart,
  replay: readonly { actionType: FlowTestAction; text: string }[],
  listener: TestListener,
): Promise<RunningTest> {
  const talk = await talks.beginText(askOf(start));
  for (const message of talk.messages()) listener.message(message);
  talk.onMessage((message) => listener.message(message));
  const play = async (): Promise<void> => {
    for (const { actionType, text } of replay) {
      await talk.settled();
      typed(talk, actionType, text);
    }
  };
  void play();
  return {
    act: (action, text) => typed(talk, action, text),
    isOver: () => talk.current().result !== null,
    async stop() {
      talk.stop('tester');
      await talk.over;
    },
  };
}

function typed(talk: TextTalk, action: FlowTestAction, text: string): void {
  switch (action) {
    case FlowTestAction.sendText:
    case FlowTestAction.interrupt:
      return text.trim() === '' ? talk.staysSilent() : talk.says(text);
    case FlowTestAction.pressKeys:
      return talk.presses(text.replace(/[^0-9*#]/g, ''));
    case FlowTestAction.end:
      return talk.stop('tester');
  }
}

export interface VoiceDesk {
  talks: Talks;
  telephony: Telephony;
  recorder: TestRecorder;
}

/** A test by voice: the tester's phone rings, and the conversation begins when it is answered. It is recorded from then on. */
export async function beginVoiceTest(
  { talks, telephony, recorder }: VoiceDesk,
  start: TestStart,
  account: string,
  listener: TestListener,
): Promise<RunningTest> {
  // The test is named by the page; no leg of ours is.
  const unique = randomUUID();
  const leg: LegId = legId(testRecordingId(unique));
  let talk: VoiceTalk | null = null;
  let over = false;
  let isStopped = false;
  const unhear = telephony.onEvent((event) => void ('leg' in event && event.leg === leg && happened(event)));

  async function answered(): Promise<void> {
    const stream: PcmStream = await telephony.openStream(leg);
    if (over) return stream.close();
    await recorder.begin(leg);
    talk = await talks.beginVoice(
      askOf(start),
      stream,
      noHands(() => void telephony.hangUp(leg)),
    );
    for (const message of talk.messages()) listener.message(message);
    talk.onMessage((message) => listener.message(message));
    const { tenantId, userId, callID: talkId } = start;
    recorder.keep(
      leg,
      { tenantId, userId, talkId, startedMs: talk.messages()[0]?.createTs ?? 0, over: talk.over },
      listener.message,
    );
    // Whoever hung up meanwhile is gone for this one too.
    if (over) talk.callerGone();
  }

  function happened(event: TelephonyEvent): void {
    if (event.type === 'legAnswered')
      answered().catch(() => {
        listener.failed('broke');
        void telephony.hangUp(leg);
      });
    else if (event.type === 'keyPressed') talk?.presses(event.key);
    else if (event.type === 'legEnded') {
      over = true;
      unhear();
      if (talk) talk.callerGone();
      else if (!isStopped) listener.failed('noAnswer');
    }
  }

  await telephony.ring(leg, { account }, { callerId: start.callee || start.flowName.slice(0, 20), timeoutMs: RING_MS });
  return {
    act(action, text) {
      if (action === FlowTestAction.pressKeys) for (const key of text) talk?.presses(key);
      else if (action === FlowTestAction.end) talk?.stop('tester');
    },
    isOver: () => over || (talk !== null && talk.current().result !== null),
    async stop() {
      isStopped = true;
      talk?.stop('tester');
      await telephony.hangUp(leg);
      await talk?.over;
    },
  };
}
