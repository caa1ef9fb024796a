import { randomUUID } from 'node:crypto';
import type { FlowCaller } from '#core/flow/flow-events.ts';
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
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import type { TestRecorder } from './test-recorder.ts';
import type { TestStage } from './test-stage.ts';

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
  /** Which of our numbers the called one is, whose hours then count; null: none. */
  numberId: number | null;
  values: Values;
  timeZone: string;
  /** In which it begins; undefined: the flow's first. */
  language: CustomerLanguage | undefined;
}

export interface TestListener {
  message(message: TalkMessage): void;
  /** It could not begin, or broke. */
  failed(why: 'noAnswer' | 'broke'): void;
}

const RING_MS = 60_000;
/** Stands for a message that was spoken. */
const SPOKEN = '…';

/** The stage plays what a flow would do with a call; the leg of the test phone can only be hung up. */
const noHands = (hangUp: () => void): CallHands => {
  const refused = async () => ({ ok: false as const, why: 'test' });
  return { transfer: refused, callback: refused, voicemail: refused, record: refused, survey: refused, hangUp };
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
  numberId,
  language,
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
  numberId,
  ...(language && { language }),
});

/** A test by text. What is replayed is typed as fast as the flow takes it. */
export async function beginTextTest(
  talks: Talks,
  stage: TestStage,
  start: TestStart,
  replay: readonly { actionType: FlowTestAction; text: string }[],
  listener: TestListener,
): Promise<RunningTest> {
  const talk = await talks.beginText(askOf(start), stage.plays);
  for (const message of talk.messages()) listener.message(message);
  talk.onMessage((message) => listener.message(message));
  const play = async (): Promise<void> => {
    for (const { actionType, text } of replay) {
      await Promise.race([talk.settled(), stage.asking()]);
      typed(talk, stage, actionType, text);
    }
  };
  void play();
  return {
    act: (action, text) => typed(talk, stage, action, text),
    isOver: () => talk.current().result !== null,
    async stop() {
      talk.stop('tester');
      await talk.over;
    },
  };
}

function typed(talk: TextTalk, stage: TestStage, action: FlowTestAction, text: string): void {
  switch (action) {
    case FlowTestAction.stage:
      return leavesMessage(talk, stage, text) ? undefined : void stage.goesOn(text);
    case FlowTestAction.sendText:
    case FlowTestAction.interrupt:
      if (leavesMessage(talk, stage, text)) return;
      return text.trim() === '' ? talk.staysSilent() : talk.says(text);
    case FlowTestAction.pressKeys:
      return talk.presses(text.replace(/[^0-9*#]/g, ''));
    case FlowTestAction.end:
      return talk.stop('tester');
  }
}

/** Where a message is asked for, whatever is typed is it; false: none is. */
function leavesMessage(talk: TextTalk, stage: TestStage, text: string): boolean {
  if (stage.asks() !== 'voicemail') return false;
  if (text.trim() !== '') talk.says(text);
  return stage.goesOn(text);
}

export interface VoiceDesk {
  talks: Talks;
  telephony: Telephony;
  recorder: TestRecorder;
}

/** A test by voice: the tester's phone rings, and the conversation begins when it is answered. It is recorded from then on. */
export async function beginVoiceTest(
  { talks, telephony, recorder }: VoiceDesk,
  stage: TestStage,
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
      stage.plays,
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

  /** While a message is left the hash key ends it, as on a call; it was spoken, so that nobody knows its words. */
  function pressed(key: string): void {
    if (stage.asks() === 'voicemail') return void (key === '#' && stage.goesOn(SPOKEN));
    talk?.presses(key);
  }

  function happened(event: TelephonyEvent): void {
    if (event.type === 'legAnswered')
      answered().catch(() => {
        listener.failed('broke');
        void telephony.hangUp(leg);
      });
    else if (event.type === 'keyPressed') pressed(event.key);
    else if (event.type === 'legEnded') {
      over = true;
      unhear();
      if (talk) talk.callerGone();
      else if (!isStopped) listener.failed('noAnswer');
    }
  }

  await telephony.ring(
    leg,
    { account },
    { tenantId: start.tenantId, callerId: start.callee || start.flowName.slice(0, 20), timeoutMs: RING_MS },
  );
  return {
    act(action, text) {
      if (action === FlowTestAction.pressKeys) for (const key of text) pressed(key);
      else if (action === FlowTestAction.stage) stage.goesOn(text);
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
