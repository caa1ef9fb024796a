import { Inviter, UserAgent, type Invitation, type Session } from 'sip.js';
import type { LineEvent, PhoneLine } from '#core/phone/phone-line.port.ts';
import { HangupReason } from '#shared/codes/hangup-reason.ts';
import { LineCall, type LineCallWorld } from './line-call.ts';
import { LineConnection } from './line-connection.ts';
import { browserNetwork, watchNetwork } from './network-watch.ts';
import { ownHeaders } from './own-headers.ts';
import type { SipLineOptions } from './sip-line.ts';

/** The telephone line over SIP and WebRTC. */
export function openSipLine({ sound, network, transport }: SipLineOptions): PhoneLine {
  const listeners = new Set<(event: LineEvent) => void>();
  const calls = new Map<string, LineCall>();
  const living = (): LineCall[] => [...calls.values()];
  let isStopping = false;

  const emit = (event: LineEvent): void => {
    if (event.type === 'ended') calls.delete(event.session);
    if (isStopping) return;
    for (const listener of listeners) listener(event);
  };

  const connection = new LineConnection({
    transport,
    emit,
    trackOf,
    invited,
    back: () => living().forEach((call) => call.sound.connectionBack()),
  });
  const world: LineCallWorld = {
    emit,
    sound,
    nowMs: () => Date.now(),
    isConnected: () => connection.isUp,
    later: (send) => connection.later(send),
    whenConnected: () => connection.isAlive(),
    get reportEverySec() {
      return connection.account?.reportEverySec ?? 5;
    },
  };

  function trackOf(session: Session): MediaStreamTrack {
    const call = living().find((one) => one.session === session);
    if (!call) throw new Error('The call is over.');
    return call.sound.track;
  }

  function invited(invitation: Invitation): void {
    const call = new LineCall(invitation.id, invitation, world);
    calls.set(call.id, call);
    emit({
      type: 'incoming',
      session: call.id,
      headers: ownHeaders(invitation),
      from: invitation.remoteIdentity.uri.user ?? '',
      fromName: invitation.remoteIdentity.displayName,
    });
  }

  function drop(): void {
    isStopping = true;
    for (const call of living()) call.hangUp();
    isStopping = false;
    connection.drop();
  }

  watchNetwork(
    network ?? browserNetwork(),
    () => void connection.isAlive().then(() => living().forEach((call) => call.sound.networkChanged())),
  );

  return {
    start(wanted) {
      if (!connection.agent || JSON.stringify(connection.account) !== JSON.stringify(wanted)) drop();
      connection.start(wanted);
    },
    stop: drop,
    register: () => connection.register(),
    unregister: () => connection.unregister(),
    call(session, target, headers = {}) {
      const { agent, account } = connection;
      const to =
        account &&
        UserAgent.makeURI(`sip:${target.replace(/^sip:/, '')}${target.includes('@') ? '' : `@${account.domain}`}`);
      if (calls.has(session)) return;
      if (!agent || !to || !agent.isConnected()) {
        const detail = to ? 'There is no connection.' : 'Nobody can be called so.';
        emit({ type: 'error', which: 'call', session, detail });
        return emit({ type: 'ended', session, status: null, by: 'us', reason: HangupReason.unsupported });
      }
      const extraHeaders = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const call = new LineCall(session, new Inviter(agent, to, { earlyMedia: true, extraHeaders }), world);
      calls.set(session, call);
      void call.place();
    },
    answer(session) {
      if (calls.has(session))
        for (const other of living()) if (other.isAnswered && other.id !== session) other.hangUp();
      void calls.get(session)?.answer();
    },
    decline: (session, status) => calls.get(session)?.decline(status),
    hangUp(session) {
      const call = calls.get(session);
      if (call) call.hangUp();
      else emit({ type: 'ended', session, status: null, by: 'us', reason: HangupReason.normal });
    },
    hold: (session, on) => void calls.get(session)?.hold(on),
    mute: (session, on) => calls.get(session)?.sound.mute(on),
    sendTone: (session, tone) => void calls.get(session)?.tone(tone),
    look: () => ({
      isUp: connection.isUp,
      isRegistered: connection.isRegistered,
      session: (living().find(({ isAnswered }) => isAnswered) ?? living().at(-1))?.id ?? null,
    }),
    check: () => void connection.isAlive(),
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
