import { AgentStatus } from '#shared/codes/agent-status.ts';
import { StatusEvent } from '#shared/codes/status-event.ts';
import { WebPresence } from '#shared/codes/web-presence.ts';
import type { Step } from '../machine.ts';
import { PHONE } from './phone-constants.ts';
import type { AgentBelief } from './phone.ts';
import type { PhoneWarning } from './phone-events.ts';
import {
  newStatusPage,
  type AgentNews,
  type LeaveStep,
  type StatusNews,
  type StatusPage,
  type StatusPageEffect,
  type StatusPageEvent,
  type WrapUpSpan,
} from './status-page.ts';

/**
 * What the page does about the agent's status. The server keeps it; the page reports, repeats and shows.
 *
 *   unknown ── signedIn: login-web, phoneReady ─▶ known ── signOutPressed ─▶ 68 ─▶ wrap-up ─▶ logout-web ─▶ cleared
 *
 * 1. A registered phone reports: 66 when a new login has no microphone, else what was stored, else what is. One that is
 *    quicker than the browser's word about the microphone waits for it.
 * 2. What the page repeats (network back, page shown, every third minute) is said as a repetition: it never beats
 *    what the server did meanwhile, and the answer corrects the page.
 * 3. News carry a number; older ones do nothing, and each one warns or opens the idle dialog once.
 * 4. A choice holds on the page at once, and until the server answers no repeated news take it back.
 * 5. In a call the phone's warning offers the choice for after the call; a later choice replaces an earlier.
 * 6. Nobody is available whom the browser does not let us ring: whoever chooses it, or arrives so, is on break until
 *    they enabled sound, and stays so if they cancel. A call that nobody hears shows how to allow it. Whose calls ring
 *    elsewhere needs no sound here.
 * 7. Wrap-up ends at its time or by the agent; both report it, and the status is what it was.
 * 8. Signing out goes step by step; a step that hangs or fails does not hold the agent back, and nothing else
 *    is reported meanwhile.
 */
export function statusRules(
  before: StatusPage,
  event: StatusPageEvent & { nowMs: number },
): Step<StatusPage, StatusPageEffect> {
  const turn: Turn = { page: before, effects: [], nowMs: event.nowMs };
  decide(turn, event);
  if (!turn.page.leaving) keepUnheardAway(turn);
  updatePhone(turn, before);
  return { state: turn.page, effects: turn.effects };
}

interface Turn {
  page: StatusPage;
  readonly effects: StatusPageEffect[];
  readonly nowMs: number;
}

const change = (turn: Turn, part: Partial<StatusPage>): void => void (turn.page = { ...turn.page, ...part });
const act = (turn: Turn, ...effects: StatusPageEffect[]): void => void turn.effects.push(...effects);

function decide(turn: Turn, event: StatusPageEvent): void {
  const { page } = turn;
  if (page.leaving) return leaving(turn, page.leaving, event);
  switch (event.type) {
    case 'signedIn':
      change(turn, {
        loginPending: event.isNewLogin,
        stored: event.isNewLogin ? null : event.stored,
        hasPhone: event.hasPhone,
        isElsewhere: event.isElsewhere ?? false,
        isReady: event.hasPhone && page.isReady,
      });
      return event.hasPhone ? act(turn, { type: 'reportWeb', presence: WebPresence.signedIn }) : undefined;
    case 'phoneReady':
      return phoneReady(turn);
    case 'microphoneChanged':
      return microphoneChanged(turn, event.open);
    case 'soundChanged':
      return soundChanged(turn, event.open);
    case 'soundAnswered':
      return soundAnswered(turn, event.answer);
    case 'networkBack':
    case 'resyncAsked':
      return repeat(turn);
    case 'pageShown':
      return page.inCall || page.wrapUp ? undefined : repeat(turn);
    case 'minutePassed':
      return minutePassed(turn);
    case 'missed':
      return missed(turn, event.callId, event.why);
    case 'callChanged':
      return callChanged(turn, event.inCall, event.monitoring);
    case 'statusSaid':
      return void applyStatus(turn, event.news);
    case 'agentSaid':
      return applyAgent(turn, event.news);
    case 'statusChosen':
      return event.obstacle === null ? choose(turn, event.status) : obstructed(turn, event.obstacle, event.status);
    case 'nextChosen':
      return report(turn, event.status);
    case 'reported':
      settle(turn, event.status);
      return applyAgent(turn, event.news);
    case 'reportFailed':
      settle(turn, event.status);
      return act(turn, { type: 'readStatus' });
    case 'wrapUpDonePressed':
      return page.wrapUp ? endWrapUp(turn, page.wrapUp) : undefined;
    case 'wrapUpDue':
      return page.wrapUp?.callId === event.callId && page.wrapUp.endsMs === event.endsMs
        ? endWrapUp(turn, page.wrapUp)
        : undefined;
    case 'signOutPressed':
      return signOut(turn);
    case 'stepDone':
    case 'stepOverdue':
      return undefined;
  }
}

const report = (turn: Turn, status: AgentStatus): void =>
  act(turn, { type: 'reportStatus', status, event: StatusEvent.changed });

/** Without knowing anything there is nothing to repeat: the page asks. */
function repeat(turn: Turn): void {
  const status = turn.page.pending ?? turn.page.status;
  act(turn, status === null ? { type: 'readStatus' } : { type: 'reportStatus', status, event: StatusEvent.repeated });
}

function phoneReady(turn: Turn): void {
  const { loginPending, micOpen, soundOpen, stored, inCall, isElsewhere } = turn.page;
  if (loginPending && micOpen === null) return change(turn, { readyWaits: true });
  change(turn, { loginPending: false, stored: null, isReady: true, readyWaits: false });
  if (loginPending && !micOpen) return hold(turn, AgentStatus.onBreak);
  if (inCall && !soundOpen && !isElsewhere) act(turn, { type: 'guideSound' });
  if (stored === AgentStatus.available && !soundOpen && !inCall && !isElsewhere)
    return change(turn, { status: stored });
  if (stored !== null) return act(turn, { type: 'reportStatus', status: stored, event: StatusEvent.repeated });
  if (!isUnheard(turn.page)) repeat(turn);
}

function microphoneChanged(turn: Turn, open: boolean): void {
  change(turn, { micOpen: open });
  if (turn.page.readyWaits) phoneReady(turn);
}

/** Rule 4. */
function hold(turn: Turn, status: AgentStatus): void {
  change(turn, { status, pending: status, wantsSoundFor: null, asksForSound: false });
  act(turn, { type: 'storeStatus', status });
  report(turn, status);
}

/** An answer to a choice that a later one replaced says nothing about that one. */
function settle(turn: Turn, status: AgentStatus): void {
  if (turn.page.pending === status) change(turn, { pending: null });
}

function choose(turn: Turn, status: AgentStatus): void {
  if (!AgentStatus.row(status).selectable) return;
  if (status === AgentStatus.available && !turn.page.soundOpen && !turn.page.isElsewhere) {
    change(turn, { wantsSoundFor: status });
    return act(turn, { type: 'askForSound' });
  }
  hold(turn, status);
  act(turn, { type: 'sayStatus', status });
}

function soundChanged(turn: Turn, open: boolean): void {
  const wasOpen = turn.page.soundOpen;
  change(turn, { soundOpen: open });
  if (wasOpen && !open && turn.page.inCall && !turn.page.isElsewhere) act(turn, { type: 'guideSound' });
}

/** A touch anywhere lets the page sound, the one that cancels too: only the answer counts. */
function soundAnswered(turn: Turn, answer: 'enabled' | 'blocked' | 'cancelled'): void {
  const { wantsSoundFor, status } = turn.page;
  if (wantsSoundFor === null) return;
  if (answer === 'blocked') return change(turn, { asksForSound: true });
  change(turn, { wantsSoundFor: null, asksForSound: false });
  if (answer === 'enabled') return choose(turn, wantsSoundFor);
  act(turn, { type: 'storeStatus', status });
}

function callChanged(turn: Turn, inCall: boolean, monitoring: boolean): void {
  const isUnheardCall = inCall && !turn.page.inCall && !turn.page.soundOpen && !turn.page.isElsewhere;
  change(turn, { inCall, monitoring });
  if (isUnheardCall) act(turn, { type: 'guideSound' });
}

const isUnheard = ({ isReady, soundOpen, inCall, status, isElsewhere }: StatusPage): boolean =>
  isReady && !isElsewhere && !soundOpen && !inCall && status === AgentStatus.available;

/** Rule 6. What the browser kept stays: a page that is loaded again asks again. */
function keepUnheardAway(turn: Turn): void {
  if (!isUnheard(turn.page)) return;
  change(turn, { status: AgentStatus.onBreak, pending: AgentStatus.onBreak, wantsSoundFor: AgentStatus.available });
  report(turn, AgentStatus.onBreak);
  act(turn, { type: 'askForSound' });
}

/** Rule 5; the warning of a phone that is not ready is that of one that dials or rings, too. */
function obstructed(turn: Turn, key: PhoneWarning, status: AgentStatus): void {
  const isInCall =
    key === 'sip.inCall' || key === 'monitor.monitoring2' || (key === 'sip.dialerInitialization' && turn.page.inCall);
  act(turn, { type: 'warn', key, next: isInCall && AgentStatus.row(status).selectable ? status : null });
}

function minutePassed(turn: Turn): void {
  const minutes = turn.page.minutes + 1;
  const isDue = minutes >= PHONE.statusKeepaliveTicks;
  change(turn, { minutes: isDue ? 0 : minutes });
  if (isDue) repeat(turn);
}

/** The agent let it ring: on break, and told so. A caller who gave up is no reproach. */
function missed(turn: Turn, callId: string | null, why: 'unanswered' | 'withdrawn'): void {
  if (why === 'withdrawn') return;
  hold(turn, AgentStatus.onBreak);
  showIdle(turn, callId);
}

/** Once for a call, whether the page noticed or the server. */
function showIdle(turn: Turn, callId: string | null): void {
  if (callId !== null && callId === turn.page.idleFor) return;
  change(turn, { idleFor: callId });
  act(turn, { type: 'showIdle' });
}

/** False for news that are older than what is known. */
function applyStatus(turn: Turn, { status, eventId, modifiedBy, reason, callId }: StatusNews): boolean {
  const { eventId: known, pending } = turn.page;
  if (known !== null && eventId < known) return false;
  const isNew = known === null || eventId > known;
  if (isNew || pending === null) {
    if (status !== turn.page.status) act(turn, { type: 'storeStatus', status });
    change(turn, { status, eventId, pending: null });
  }
  // A page that was just loaded is told what happened before; the agent knows who changed the status then.
  if (isNew && known !== null && modifiedBy !== null) act(turn, { type: 'warnChangedBy', name: modifiedBy, status });
  if (isNew && reason === 'missed') showIdle(turn, callId);
  return true;
}

function applyAgent(turn: Turn, news: AgentNews): void {
  if (!applyStatus(turn, news)) return;
  const { inCall, monitoring, wrapUp } = news;
  const isSame = wrapUp?.callId === turn.page.wrapUp?.callId && wrapUp?.endsMs === turn.page.wrapUp?.endsMs;
  change(turn, { inCall, monitoring, wrapUp: isSame ? turn.page.wrapUp : wrapUp });
  if (wrapUp && !isSame)
    act(turn, {
      type: 'wake',
      afterMs: Math.max(0, wrapUp.endsMs - turn.nowMs),
      event: { type: 'wrapUpDue', callId: wrapUp.callId, endsMs: wrapUp.endsMs },
    });
}

function endWrapUp(turn: Turn, { callId, startMs }: WrapUpSpan): void {
  change(turn, { wrapUp: null });
  act(turn, { type: 'reportWrapUp', callId, startMs, endMs: turn.nowMs });
}

function signOut(turn: Turn): void {
  const { status, hasPhone, wrapUp } = turn.page;
  const isPresent = hasPhone && status !== null && status !== AgentStatus.offline;
  const steps: LeaveStep[] = [
    ...(isPresent ? ['leavingStatus' as const] : []),
    ...(wrapUp ? ['wrapUp' as const] : []),
    ...(hasPhone ? ['logoutWeb' as const] : []),
    'clear',
  ];
  change(turn, { leaving: steps });
  nextStep(turn, steps);
}

function nextStep(turn: Turn, [step]: readonly LeaveStep[]): void {
  if (step === undefined) return;
  const { wrapUp } = turn.page;
  if (step === 'clear') act(turn, { type: 'storeStatus', status: null });
  act(turn, {
    type: 'leaveStep',
    step,
    wrapUp: step === 'wrapUp' && wrapUp ? { callId: wrapUp.callId, startMs: wrapUp.startMs, endMs: turn.nowMs } : null,
  });
  if (step !== 'clear') act(turn, { type: 'wake', afterMs: PHONE.leaveStepMs, event: { type: 'stepOverdue', step } });
}

function leaving(turn: Turn, steps: readonly LeaveStep[], event: StatusPageEvent): void {
  if ((event.type !== 'stepDone' && event.type !== 'stepOverdue') || event.step !== steps[0]) return;
  if (event.step === 'clear') return void (turn.page = newStatusPage);
  const rest = steps.slice(1);
  change(turn, { leaving: rest });
  nextStep(turn, rest);
}

/** What the phone goes by when a call arrives. */
function updatePhone(turn: Turn, before: StatusPage): void {
  const agent = beliefOf(turn.page);
  const last = beliefOf(before);
  if (agent.status !== last.status || agent.waiting !== last.waiting) act(turn, { type: 'sendToPhone', agent });
}

const beliefOf = ({ status, wrapUp, monitoring }: StatusPage): AgentBelief => ({
  status: status ?? AgentStatus.offline,
  waiting: !wrapUp && !monitoring,
});

/** [STATUS-12] An unload that follows before-unload at once closes the page; the agent was not asked in between. */
export const closesPage = (beforeUnloadMs: number | null, unloadMs: number): boolean =>
  beforeUnloadMs !== null && unloadMs >= beforeUnloadMs && unloadMs - beforeUnloadMs <= PHONE.unloadWithinMs;
