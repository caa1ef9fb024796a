import { ringsElsewhere } from '#core/phone/phone-codes.ts';
import { agentsApi } from '#features/team/agents/contract.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import type { AgentStatus } from '#shared/codes/agent-status.ts';
import { openAgentLink } from './agent-link.ts';
import { learnCalls, readAnew, readCalls } from './agent-and-calls.ts';
import type { EngineKnowledge, EngineWorld } from './desk-engine.ts';
import type { PhoneWorld } from './perform-phone.ts';
import { storedStatus } from './stored-status.ts';

const withoutPhone = { type: 'signedIn', isNewLogin: false, stored: null, hasPhone: false } as const;

/** What the phone's wishes are fulfilled with in this engine. `soundKnown`: whether the page may sound was found out. */
export function phoneWorld(engine: EngineWorld, soundKnown: Promise<unknown>): PhoneWorld {
  const { parts, line, phone, status, known, send, show, isStopped } = engine;
  /** What the browser kept of this sign-in before the server said anything. */
  const stored = storedStatus();
  let wasReady = false;
  const world: PhoneWorld = {
    parts,
    show,
    send,
    line,
    quality: null,
    account: null,
    phone: phone.current,
    status(event) {
      if (event.type !== 'phoneReady') return status.send(event);
      wasReady = true;
      // Nobody is available before it is known whether they would hear it ring.
      void soundKnown.then(() => !isStopped() && status.send(event));
    },
    accountGiven(given, sipNum) {
      known.clockOffsetMs = given.clockOffsetMs;
      world.account = given.line;
      if (known.sipNumber !== sipNum) leaveLink(known);
      known.sipNumber = sipNum;
      document.cookie = `sipNum=${sipNum}; path=/; SameSite=Strict`;
      status.send({
        type: 'signedIn',
        isNewLogin: !wasReady && stored === null,
        stored: wasReady ? status.current().status : stored,
        hasPhone: true,
      });
      openLink(engine, sipNum);
      readCalls(engine);
    },
    password: () => known.password,
    accountRefused() {
      if (phone.current().account.is === 'failed') known.password = null;
      if (ringsElsewhere(phone.current())) return void workElsewhere(engine, stored).catch(handleFailure);
      status.send(withoutPhone);
      readAnew(engine);
    },
    callsLearned: (calls) => learnCalls(engine, calls),
    roleIn: (callId) => known.calls.find((one) => one.callId === callId)?.role ?? null,
    left() {
      known.password = null;
      leaveLink(known);
      document.cookie = 'sipNum=; path=/; max-age=0; SameSite=Strict';
      // Signing out here must not take somebody offline who goes on elsewhere.
      if (phone.current().account.is === 'refused') status.send(withoutPhone);
    },
  };
  return world;
}

/** Calls ring at another device of theirs: status, calls and the socket are the page's all the same. */
async function workElsewhere(engine: EngineWorld, stored: AgentStatus | null): Promise<void> {
  const { known, status, isStopped } = engine;
  const { sipNum } = await call(agentsApi.line, {});
  if (isStopped()) return;
  if (known.sipNumber !== sipNum) leaveLink(known);
  known.sipNumber = sipNum;
  status.send({ type: 'signedIn', isNewLogin: false, stored, hasPhone: true, isElsewhere: true });
  status.send({ type: 'phoneReady', again: false });
  openLink(engine, sipNum);
  readAnew(engine);
}

function openLink(engine: EngineWorld, sipNum: string): void {
  const { known, status, changed } = engine;
  known.link ??= openAgentLink(sipNum, {
    lastEventId: () => status.current().eventId,
    onStatus: (news) => status.send({ type: 'statusSaid', news }),
    /** [SOCK-02] What happened meanwhile is said again, but calls are told elsewhere. */
    back() {
      status.send({ type: 'networkBack' });
      readCalls(engine);
    },
    changed,
    reload: () => readAnew(engine),
  });
}

/** The agent socket goes with its account. */
export function leaveLink(known: EngineKnowledge): void {
  known.link?.leave();
  known.link = null;
}
