import { Inviter, Invitation, Registerer, RegistererState, SessionState, UserAgent, type Session } from 'sip.js';
import type { SuiteCall, SuitePhone } from '#core/telephony/suite/rehearsed-exchange.fixture.ts';
import { PhoneSound, type HoldOptions } from './phone-sound.ts';
import { PhoneTransport } from './phone-transport.ts';
import { DeskSound } from './desk-sound.ts';
import { DeskTransport, type DeskWay } from './desk-transport.ts';

export interface SipPhoneOptions {
  account: string;
  password: string;
  domain: string;
  /** The exchange's websocket, `ws://…/cc/sip/<line>`, or a port of SIP's own: then its sound is RTP. */
  server: string | DeskWay;
  /** Changes what it offers, to play a phone that cannot do what ours can. */
  rewrite?: (description: string) => string;
  /** For an exchange that looks for ways to the phone itself. */
  sendsCandidates?: boolean;
  /** It never registers: its one call says who it is. */
  isGuest?: boolean;
  /** Of the request that opens its websocket, as a proxy adds them. */
  headers?: Readonly<Record<string, string>>;
}

/** A phone without a browser, for tests, bench and soak: SIP.js and WebRTC like the real one, tones instead of voices. */
export interface SipPhone extends SuitePhone {
  call(to: string, headers?: Readonly<Record<string, string>>): SipPhoneCall;
  rung(): SipPhoneCall | undefined;
  /** Every call of this phone, oldest first. */
  readonly calls: readonly SipPhoneCall[];
  /** Called for each call that comes in. */
  onRung: (call: SipPhoneCall) => void;
  /** From now on `see` gets every message, both ways. */
  tap(see: (message: string) => void): void;
  /** The code its last connection was closed with. */
  closedWith(): number | null;
  isConnected(): boolean;
  close(): Promise<void>;
}

export interface SipPhoneCall extends SuiteCall {
  readonly session: Session;
  sound(): PhoneSound | DeskSound | undefined;
  /** Offers its sound anew from another network, as a browser does after an ICE restart. */
  moveNetwork(): Promise<void>;
  /** A re-INVITE without a description: the exchange offers. */
  askOffer(): Promise<void>;
  /** From the INVITE to the first 180, for the one who calls. */
  ringingAfterMs(): number | null;
}

const EXPIRES_SEC = 300;

/** Resolves once it is registered; a refusal rejects with the status. */
export async function openSipPhone(options: SipPhoneOptions): Promise<SipPhone> {
  const calls: SipPhoneCall[] = [];
  const { server } = options;
  const uriOf = (user: string) => UserAgent.makeURI(`sip:${user}@${options.domain}`)!;
  const userAgent = new UserAgent({
    uri: uriOf(options.account),
    authorizationUsername: options.account,
    authorizationPassword: options.password,
    instanceIdAlwaysAdded: true,
    logBuiltinEnabled: false,
    // An edge that looks for ways keeps calls through a lost connection by this name (GRUU).
    ...(options.sendsCandidates && { instanceIdAlwaysAdded: true }),
    ...(typeof server === 'string'
      ? {
          transportConstructor: PhoneTransport,
          transportOptions: { server, headers: options.headers },
          sessionDescriptionHandlerFactory: () => new PhoneSound(options.rewrite, options.sendsCandidates),
        }
      : {
          transportConstructor: DeskTransport,
          transportOptions: { server },
          contactParams: { transport: server.transport },
          sessionDescriptionHandlerFactory: () => new DeskSound(server, options.rewrite),
        }),
    delegate: {
      onInvite(invitation) {
        const call = callOf(invitation, uriOf);
        calls.push(call);
        phone.onRung(call);
      },
    },
  });
  const transport = userAgent.transport as PhoneTransport | DeskTransport;
  const registerer = new Registerer(userAgent, { expires: EXPIRES_SEC });
  const register = () =>
    new Promise<void>((resolve, reject) => {
      registerer
        .register({
          requestDelegate: {
            onAccept: () => resolve(),
            onReject: ({ message }) => reject(new Error(`registering was refused: ${message.statusCode}`)),
          },
        })
        .catch(reject);
    });

  const phone: SipPhone = {
    account: options.account,
    calls,
    onRung: () => {},
    call(to, headers = {}) {
      const inviter = new Inviter(userAgent, uriOf(to), {
        earlyMedia: true,
        extraHeaders: Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      });
      const call = callOf(inviter, uriOf);
      calls.push(call);
      return call;
    },
    rung: () => calls.findLast((call) => call.at() === 'ringing'),
    unregister: () =>
      new Promise((resolve, reject) => {
        if (registerer.state !== RegistererState.Registered) return resolve();
        registerer
          .unregister({ requestDelegate: { onAccept: () => resolve(), onReject: () => resolve() } })
          .catch(reject);
      }),
    tap: (see) => void (transport.tap = see),
    closedWith: () => transport.closedWith,
    isConnected: () => userAgent.isConnected(),
    dropConnection: () => transport.cut(),
    busy: (isBusy) => (transport instanceof PhoneTransport ? transport.pause(isBusy) : undefined),
    async reconnect() {
      await userAgent.reconnect();
      await register();
    },
    async close() {
      for (const call of calls) if (call.at() !== 'over') await call.hangUp().catch(() => {});
      for (const call of calls) call.sound()?.close();
      await userAgent.stop().catch(() => {});
    },
  };
  await userAgent.start();
  if (!options.isGuest) await register();
  return phone;
}

export function callOf(
  session: Inviter | Invitation,
  uriOf: (user: string) => NonNullable<ReturnType<typeof UserAgent.makeURI>>,
): SipPhoneCall {
  const statuses: number[] = [];
  const transferReports: number[] = [];
  let status: number | null = null;
  let saysHz: number | null = null;
  let invitedMs = 0;
  let ringingMs: number | null = null;
  const sound = () => session.sessionDescriptionHandler as PhoneSound | DeskSound | undefined;
  const say = (hz: number | null): void => {
    saysHz = hz;
    const now = sound();
    if (now) now.saysHz = hz;
  };
  session.stateChange.addListener((state) => {
    if (state === SessionState.Establishing) invitedMs = performance.now();
    if (state === SessionState.Established) say(saysHz);
  });
  if (session instanceof Inviter) {
    session
      .invite({
        requestDelegate: {
          onProgress({ message }) {
            statuses.push(message.statusCode ?? 0);
            if (message.statusCode === 180) ringingMs ??= performance.now();
          },
          onReject: ({ message }) => {
            status = message.statusCode ?? 0;
          },
        },
      })
      .catch(() => {});
  }

  const reinvite = (hold: boolean, withoutSdp = false) =>
    new Promise<void>((resolve, reject) => {
      const options: HoldOptions = { hold };
      session
        .invite({
          sessionDescriptionHandlerOptions: options,
          withoutSdp,
          requestDelegate: {
            onAccept: () => resolve(),
            onReject: ({ message }) => reject(new Error(`${message.statusCode}`)),
          },
        })
        .catch(reject);
    });
  const refer = (to: Parameters<Session['refer']>[0]) =>
    new Promise<void>((resolve, reject) => {
      session
        .refer(to, {
          onNotify(notification) {
            notification.accept().catch(() => {});
            const report = /SIP\/2\.0 (\d{3})/.exec(notification.request.body);
            if (report) transferReports.push(Number(report[1]));
          },
          requestDelegate: {
            onAccept: () => resolve(),
            onReject: ({ message }) => reject(new Error(`${message.statusCode}`)),
          },
        })
        .catch(reject);
    });

  return {
    session,
    sound,
    ringingAfterMs: () => (ringingMs === null ? null : ringingMs - invitedMs),
    moveNetwork() {
      sound()?.renew();
      return reinvite(false);
    },
    askOffer: () => reinvite(false, true),
    at() {
      if (session.state === SessionState.Established) return 'talking';
      if (session.state === SessionState.Terminated || session.state === SessionState.Terminating) return 'over';
      return session instanceof Inviter ? 'calling' : 'ringing';
    },
    status: () => status,
    provisionalStatuses: () => statuses,
    callerId: () => session.remoteIdentity.uri.user ?? '',
    sipCallId: () => session.request.callId,
    header: (name) => (session instanceof Invitation ? session.request.getHeader(name) : undefined),
    ring: () => {},
    speakEarly: () => {},
    answer: () => (session as Invitation).accept(),
    decline: (statusCode) => (session as Invitation).reject({ statusCode }),
    async hangUp() {
      if (session.state === SessionState.Established) await session.bye();
      else if (session.state === SessionState.Initial || session.state === SessionState.Establishing)
        await (session instanceof Inviter ? session.cancel() : session.reject({ statusCode: 603 }));
    },
    hold: () => reinvite(true),
    resume: () => reinvite(false),
    async key(key, by = 'rfc4733') {
      if (by === 'rfc4733') return void sound()?.sendDtmf(key);
      const content = `Signal=${key}\r\nDuration=160`;
      const body = { contentDisposition: 'render', contentType: 'application/dtmf-relay', content };
      await session.info({ requestOptions: { body } });
    },
    keys: () => sound()?.keysHeard ?? '',
    refer: (to) => refer(uriOf(to)),
    referReplacing: (other) => refer((other as SipPhoneCall).session),
    transferReports: () => transferReports,
    speak: say,
    beSilent: () => say(null),
    stopSending: () => sound()?.stopSending(),
    hears: async () => sound()?.hears() ?? [],
  };
}
