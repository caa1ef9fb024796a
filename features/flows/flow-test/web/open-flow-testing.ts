import { barOf, isTalking } from '../core/talking.ts';
import { idleTest, testMachine, type TestEffect, type TestEvent } from '../core/test-machine.ts';
import { openTimers } from '#core/timers.ts';
import { text } from '#platform/web/i18n.ts';
import { choice } from '#platform/web/session.ts';
import { createStore } from '#platform/web/store.ts';
import { pageTimer } from '#platform/web/timer.ts';
import { toast } from '#platform/web/toast.ts';
import { TestCallStatus } from '#shared/codes/test-call-status.ts';
import { noWishes, type FlowTesting, type TestView } from './flow-testing.ts';
import { lastTestOf, performTest, type TestWorld } from './perform-test.ts';
import { testAccount } from './test-account.ts';
import { openTestLine } from './test-line.ts';
import { openTestPhone } from './test-phone.ts';
import { openVolumeEar } from './volume-ear.ts';

const QUIET_BAR = barOf([]);

/** Opens the tool for one flow. */
export function openFlowTesting(flowId: number): FlowTesting {
  const view = createStore<TestView>({
    state: idleTest,
    settings: null,
    bar: QUIET_BAR,
    turns: [],
    last: choice.get(lastTestOf(flowId)),
  });
  const set = (part: Partial<TestView>): void => view.update((now) => ({ ...now, ...part }));
  const timers = openTimers(pageTimer);

  function send(event: TestEvent): void {
    const { state, effects } = testMachine(view.get().state, { ...event, nowMs: Date.now() });
    set({ state });
    ear.listen(state.talkingSinceMs !== null);
    for (const effect of effects) perform(effect);
  }
  const perform = (effect: TestEffect): void => performTest(effect, world);

  const phone = openTestPhone(send);
  const ear = openVolumeEar(() => phone.get()?.spectrum() ?? [], {
    heard(strengths) {
      set({ bar: barOf(strengths) });
      send({ type: 'agentTalks', talks: isTalking(strengths) });
    },
    stopped: () => set({ bar: QUIET_BAR }),
  });
  const line = openTestLine(send, () => view.get().state.callId);
  const account = testAccount(flowId, (settings) => set({ settings }));
  const world: TestWorld = {
    flowId,
    phone,
    line,
    view: view.get,
    set,
    send,
    later: timers.later,
    begun: { wishes: noWishes, replay: [] },
  };
  void account.fetch();

  /** A window that was open for longer than an account lasts takes another, and so does one whose phone is lost. */
  async function renewPhone(): Promise<boolean> {
    const { callStatus, callPending, active } = view.get().state;
    const isBusy =
      callPending || active === 1 || callStatus === TestCallStatus.ringing || callStatus === TestCallStatus.answered;
    const isOld = account.isOld();
    if (isBusy || !(isOld || phone.isLost())) return true;
    if (isOld && !(await account.fetch())) return false;
    phone.renew();
    send({ type: 'phoneGone' });
    return true;
  }

  return {
    view,
    async startVoice(wishes) {
      world.begun = { wishes, replay: [] };
      if (line.isOpen() && navigator.onLine && !(await renewPhone())) return;
      const microphone = await (await phone.open()).openMicrophone();
      if (microphone !== 'open')
        return toast({
          tone: 'warning',
          text: text(microphone === 'refused' ? 'flow-test.warn.microphone' : 'flow-test.warn.noMicrophone'),
        });
      set({ turns: [] });
      send({
        type: 'startVoice',
        callId: crypto.randomUUID(),
        connected: line.isOpen() && view.get().settings !== null,
        online: navigator.onLine,
      });
    },
    startText(wishes, replay = []) {
      world.begun = { wishes, replay };
      set({ turns: replay });
      send({ type: 'startText', callId: crypto.randomUUID(), connected: line.isOpen(), online: navigator.onLine });
    },
    answer: () => phone.get()?.answer(),
    act({ actionType, text: content }) {
      const { turns } = view.get();
      send({ type: 'act', action: actionType, text: content, online: navigator.onLine });
      return view.get().turns !== turns;
    },
    send,
    close() {
      send({ type: 'close' });
      line.unhear();
      ear.listen(false);
      phone.stop();
      timers.clear();
      // The stop has to leave first.
      setTimeout(() => line.leave(), 0);
    },
  };
}
