import { newPhone } from '#core/phone/phone.ts';
import { PHONE } from '#core/phone/phone-constants.ts';
import type { PhoneEvent } from '#core/phone/phone-events.ts';
import { driveTimed } from '#core/timed-machine.ts';
import { openTimers } from '#core/timers.ts';
import { phoneMachine } from '../../core/phone-machine.ts';
import { learnAgent } from './agent-and-calls.ts';
import type { DeskEngine, EngineKnowledge, EngineWorld } from './desk-engine.ts';
import type { PhoneDeskParts } from './phone-desk-parts.ts';
import type { DeskShow } from './desk-show.ts';
import { subscribeToAll } from './subscribe-to-all.ts';
import { keptConnection } from './kept-connection.ts';
import { mirrorOf } from './engine-mirror.ts';
import { openStatusDesk } from './open-status-desk.ts';
import { performCommand } from './perform-command.ts';
import { performPhone } from './perform-phone.ts';
import { leaveLink, phoneWorld } from './phone-world.ts';
import { openSeatWish } from './seat-wish.ts';
import type { StatusDesk } from './status-desk.ts';

/** An order waits for a phone that starts; one whose start failed is given up (CALL-06). */
const RETRIES = 1;

const newKnowledge = (): EngineKnowledge => ({
  link: null,
  sipNumber: null,
  agent: null,
  calls: [],
  quality: null,
  permission: 'prompt',
  clockOffsetMs: 0,
  password: null,
  chosen: null,
});

/** Starts line, agent socket and status, and keeps them until stopped. `changed` is told of everything the mirror shows. */
export function startEngine(parts: PhoneDeskParts, show: (show: DeskShow) => void, changed: () => void): DeskEngine {
  const timers = openTimers(parts.clock.later);
  const known = newKnowledge();
  let stopped = false;

  const phone = driveTimed(
    phoneMachine,
    newPhone({ retries: RETRIES, connectionType: keptConnection.get() }),
    (effect) => {
      if (!stopped) performPhone(effect, world);
    },
    { after: parts.clock.later, wake: send },
  );
  function send(event: PhoneEvent): void {
    if (!stopped) phone.send({ ...event, nowMs: parts.clock.nowMs() });
  }

  const status: StatusDesk = openStatusDesk({
    ...parts,
    sipNumber: () => known.sipNumber ?? known.agent?.sipNumber ?? null,
    link: () => known.link,
    clockOffsetMs: () => known.clockOffsetMs,
    learned: (agent) => learnAgent(engine, agent),
    sendToPhone: (belief) => send({ type: 'agentSaid', agent: belief }),
    putAway: () => send({ type: 'leaveAsked' }),
    needSeat: (again) => wish.need(again),
    show,
  });
  const wish = openSeatWish(parts.seat, {
    isThere: () => phone.current().account.is === 'given',
    want: () => send({ type: 'accountWanted' }),
  });

  const soundKnown = status.tryToSound();
  const engine: EngineWorld = {
    parts,
    line: parts.openLine(),
    phone,
    status,
    known,
    send,
    show,
    later: timers.later,
    changed,
    isStopped: () => stopped,
  };
  const world = phoneWorld(engine, soundKnown);
  const unhear = subscribeToAll(engine, world);

  function minute(): void {
    status.send({ type: 'minutePassed' });
    timers.later(PHONE.statusTickMs, minute);
  }
  timers.later(PHONE.statusTickMs, minute);
  send({ type: 'accountWanted' });

  return {
    mirror: () => mirrorOf(engine),
    perform: (command) => performCommand(engine, command),
    signOut: status.signOut,
    stop() {
      stopped = true;
      unhear();
      wish.stop();
      timers.clear();
      phone.clearTimers();
      status.clearTimers();
      parts.tones.stop();
      parts.notice.clear();
      leaveLink(known);
      engine.line.stop();
    },
  };
}
