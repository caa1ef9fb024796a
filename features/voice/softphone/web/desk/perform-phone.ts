import type { Phone } from '#core/phone/phone.ts';
import type { PhoneEffect, PhoneEvent } from '#core/phone/phone-events.ts';
import type { LineAccount, PhoneLine } from '#core/phone/phone-line.port.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import type { StatusPageEvent } from '#core/phone/status-page.ts';
import type { CallQuality } from '#core/quality/call-quality.ts';
import type { Performed } from '#core/timed-machine.ts';
import { callsApi, type LiveCall } from '#features/voice/calls/contract.ts';
import { call } from '#platform/web/call.ts';
import { signOutNow } from '#platform/web/failure-handler.ts';
import { hasText, text, textOf } from '#platform/web/i18n.ts';
import { ConnectionType } from '#shared/codes/connection-type.ts';
import { CHAT_CALLER } from '#shared/call-headers.ts';
import { Failure, failureRow } from '#shared/errors.ts';
import { askAccount, type GivenAccount } from './ask-account.ts';
import type { PhoneDeskParts } from './phone-desk-parts.ts';
import type { DeskShow } from './desk-show.ts';

/** Everything the phone's wishes are fulfilled with. */
export interface PhoneWorld {
  readonly parts: PhoneDeskParts;
  readonly line: PhoneLine;
  phone(): Phone;
  account: LineAccount | null;
  /** How the call that ended last was heard. */
  quality: { session: string; quality: CallQuality } | null;
  send(event: PhoneEvent): void;
  status(event: StatusPageEvent): void;
  show(show: DeskShow): void;
  /** Told before the phone hears of it. */
  accountGiven(given: GivenAccount, sipNum: string): void;
  accountRefused(): void;
  /** What the agent typed for a phone that signs in by password; null until then, and after it was refused. */
  password(): string | null;
  callsLearned(calls: readonly LiveCall[]): void;
  /** What I am in a call, as far as the server has said. */
  roleIn(callId: string): LiveCall['role'] | null;
  /** The phone was put away. */
  left(): void;
}

/** Fulfils one wish of the phone. */
export function performPhone(effect: Performed<PhoneEffect>, world: PhoneWorld): void {
  const { parts, line, send, show, status } = world;
  switch (effect.type) {
    case 'askAccount':
      return void ask(world, effect.takeOver);
    case 'connect':
      return world.account ? line.start(world.account) : send({ type: 'connectFailed' });
    case 'register':
      line.register();
      return send({ type: 'registerSent' });
    case 'unregister':
      return line.unregister();
    case 'disconnect':
      return disconnect(world);
    case 'rebuild':
      line.stop();
      return send({ type: 'rebuilt' });
    case 'look':
      return send({ type: 'looked', ...line.look() });
    case 'placeCall':
      return line.call(effect.session, effect.target, effect.headers);
    case 'answer':
      return line.answer(effect.session);
    case 'reject':
      return line.decline(effect.session, effect.status);
    case 'hangUp':
      return line.hangUp(effect.session);
    case 'hold':
    case 'unhold':
      return hold(world, effect);
    case 'setMuted':
      return line.mute(effect.session, effect.on);
    case 'sendTone':
      return line.sendTone(effect.session, effect.key);
    case 'playTone':
      return parts.tones.play(effect.tone);
    case 'stopTone':
      return parts.tones.stop(effect.tone);
    case 'notify':
      return parts.notice.show(
        {
          title: text('softphone.desk.incoming'),
          body: [
            effect.name,
            effect.number === CHAT_CALLER ? text('softphone.call.fromChat') : spokenNumber(effect.number),
            effect.groupName,
          ]
            .filter(Boolean)
            .join(' · '),
        },
        () => {},
      );
    case 'closeNotice':
      return parts.notice.clear();
    case 'openWorkbench':
      return show({ kind: 'workbench', tab: effect.tab });
    case 'openCustomerPage':
      return show({ kind: 'customerPage', callId: effect.callId });
    case 'lookUpCustomer':
      return void lookUp(world, effect);
    case 'watchQuality':
      world.quality = null;
      return;
    case 'reportQuality':
      if (world.quality?.session === effect.session)
        call(callsApi.quality, { callId: effect.callId, ...world.quality.quality }).catch(() => {});
      world.quality = null;
      return;
    case 'showGuide':
      return show({ kind: 'guide', blocked: effect.blocked });
    case 'missed':
      return status({ type: 'missed', callId: effect.callId, why: effect.why });
    case 'restoreStatus':
      return status({ type: 'phoneReady', again: effect.again });
    case 'resyncStatus':
      return status({ type: 'resyncAsked' });
    case 'warn':
      return warn(world, hasText(effect.key) ? textOf(effect.key) : effect.key, effect.key);
    case 'warnMessage':
      return warn(world, effect.text, 'message');
    case 'endSession':
      return signOutNow('signedOut');
    case 'log':
      return parts.log(effect.what);
    case 'callOver':
      return undefined;
  }
}

const warn = ({ show }: PhoneWorld, words: string, id: string): void =>
  show({ kind: 'toast', toast: { tone: 'warning', text: words, id: `softphone.${id}` } });

async function ask(world: PhoneWorld, takeOver: boolean): Promise<void> {
  const isByPassword = world.phone().rules.connectionType === ConnectionType.userInfo;
  const password = isByPassword ? world.password() : null;
  if (isByPassword && password === null) return world.send({ type: 'passwordNeeded' });
  const { event, given } = await askAccount(world.parts, { takeOver, password });
  if (given && event.type === 'accountGiven') world.accountGiven(given, event.account.sipNum);
  world.send(event);
  if (event.type === 'accountRefused') world.accountRefused();
}

/** A try that takes too long is ended by the line itself; stopping it would end a call that goes on. */
function disconnect(world: PhoneWorld): void {
  if (world.phone().link.at !== 'left') return;
  world.line.stop();
  world.left();
}

/**
 * The server lets them wait, with music, and takes them back by its own clock; a call it has not named yet, and one in
 * which a colleague called us, is held by the phone alone.
 */
function hold(world: PhoneWorld, { type, session, callId }: Extract<PhoneEffect, { type: 'hold' | 'unhold' }>): void {
  if (callId === null || world.roleIn(callId) === 'colleague') return world.line.hold(session, type === 'hold');
  call(callsApi[type], { callId }).then(
    ({ calls }) => {
      world.send({ type: type === 'hold' ? 'held' : 'unheld', session });
      world.callsLearned(calls);
    },
    () => world.send({ type: 'commandFailed', command: type, session }),
  );
}

/** [W8] Refusals that say the session is over end the call and the session; any other leaves the caller without a name. */
async function lookUp(
  { parts, send, phone }: PhoneWorld,
  { session, ...who }: Extract<PhoneEffect, { type: 'lookUpCustomer' }>,
): Promise<void> {
  try {
    const name = await parts.nameOf?.({
      countryCode: who.countryCode,
      number: who.number,
      pageSize: who.pageSize,
      callId: phone().call?.callId ?? null,
    });
    if (name) send({ type: 'customerNamed', session, name });
  } catch (error) {
    if (error instanceof Failure && failureRow(error.name).endsSessionOnLookup) send({ type: 'sessionEnded' });
  }
}
