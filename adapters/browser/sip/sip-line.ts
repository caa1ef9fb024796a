import { Inviter, UserAgent, UserAgentState, type Invitation, type Session } from 'sip.js';
import type { LineAccount, LineEvent, LineFault, PhoneLine } from '#core/phone/phone-line.port.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { HangupReason } from '#shared/codes/hangup-reason.ts';
import type { LineSound } from '../sound/line-sound.ts';
import { answersWithin } from './connection-check.ts';
import { LineCall, type CallWorld } from './line-call.ts';
import { describing } from './line-description.ts';
import { LineRegisterer } from './line-registerer.ts';
import { browserNetwork, watchNetwork, type NetworkSource } from './network-watch.ts';
import { sayAgain } from './say-again.ts';

export interface SipLineOptions {
  sound: LineSound;
  network?: NetworkSource;
  /** Another way to the server than a websocket, for tests. */
  transport?: NonNullable<ConstructorParameters<typeof UserAgent>[0]>['transportConstructor'];
}

/** W9. */
const TRANSPORT_TIMEOUT_SEC = 5;
const KEEP_ALIVE_SEC = 20;
const UNANSWERED_SEC = 60;
const SIGN_OF_LIFE_MS = 1_000;

/** The telephone line over SIP and WebRTC. */
export function openSipLine({ sound, network, transport }: SipLineOptions): PhoneLine {
  const listeners = new Set<(event: LineEvent) => void>();
  let account: LineAccount | null = null;
  let agent: UserAgent | null = null;
  let registerer: LineRegisterer | null = null;
  /** Which connection this is, and on which of them the registrar was last asked. */
  let [connection, askedOn] = [0, 0];
  let saidAgainOn = 0;
  let wantsRegistration = false;
  let isRegistered = false;
  let isStopping = false;
  /** The connection is being made again by ourselves; its coming and going is no news. */
  let renewing: Promise<boolean> | null = null;
  /** Somebody waits for the next answer of the registrar. */
  let onRegistration: (accepted: boolean) => void = () => {};
  const calls = new Map<string, LineCall>();
  /** What could not be sent for want of a connection. */
  let unsent: (() => void)[] = [];

  const tell = (event: LineEvent): void => {
    if (event.type === 'ended') calls.delete(event.session);
    if (isStopping) return;
    for (const listener of listeners) listener(event);
  };
  // Whoever hears of a connection may start or stop another one at once, which SIP.js forbids while it speaks.
  const tellSoon = (event: LineEvent): void => queueMicrotask(() => tell(event));
  const fault = (which: LineFault, error: unknown): void =>
    tell({ type: 'error', which, session: null, detail: error instanceof Error ? error.message : String(error) });
  const living = (): LineCall[] => [...calls.values()];

  const world: CallWorld = {
    tell,
    sound,
    nowMs: () => Date.now(),
    isConnected: () => agent?.isConnected() ?? false,
    later: (send) => void unsent.push(send),
    whenConnected: () => isAlive(),
    get reportEverySec() {
      return account?.reportEverySec ?? 5;
    },
  };

  function build(of: LineAccount): UserAgent {
    const built: UserAgent = new UserAgent({
      uri: UserAgent.makeURI(`sip:${of.number}@${of.domain}`)!,
      authorizationUsername: of.number,
      authorizationHa1: of.ha1,
      contactName: of.number,
      // What it logs are numbers and names of people.
      logBuiltinEnabled: false,
      logConfiguration: false,
      noAnswerTimeout: UNANSWERED_SEC,
      ...(transport ? { transportConstructor: transport } : {}),
      transportOptions: {
        server: of.url,
        connectionTimeout: TRANSPORT_TIMEOUT_SEC,
        keepAliveInterval: KEEP_ALIVE_SEC,
        traceSip: false,
      },
      sessionDescriptionHandlerFactory: describing(
        (session) => trackOf(session),
        of.iceServers.map(({ urls, username, credential }) => ({
          urls: [...urls],
          ...(username ? { username } : {}),
          ...(credential ? { credential } : {}),
        })),
      ),
      delegate: {
        onConnect: () => {
          connection += 1;
          if (agent === built && !renewing) tellSoon({ type: 'connected' });
        },
        onDisconnect: () => agent === built && !renewing && tellSoon({ type: 'disconnected', failed: false }),
        onInvite: (invitation) => void (agent === built && invited(invitation)),
        onMessage: (message) => {
          void message.accept();
          if (agent === built)
            tell({
              type: 'message',
              via: 'message',
              contentType: message.request.getHeader('Content-Type') ?? '',
              body: message.request.body,
            });
        },
      },
    });
    return built;
  }

  const trackOf = (session: Session): MediaStreamTrack => {
    const call = living().find((one) => one.session === session);
    if (!call) throw new Error('The call is over.');
    return call.sound.track;
  };

  function invited(invitation: Invitation): void {
    const call = new LineCall(invitation.id, invitation, world);
    calls.set(call.id, call);
    tell({
      type: 'incoming',
      session: call.id,
      headers: ownHeaders(invitation),
      from: invitation.remoteIdentity.uri.user ?? '',
      fromName: invitation.remoteIdentity.displayName,
    });
  }

  function connect(line: UserAgent): void {
    const connecting = line.state === UserAgentState.Stopped ? line.start() : line.reconnect();
    connecting.catch((error: unknown) => {
      if (agent !== line) return;
      fault('connect', error);
      tell({ type: 'disconnected', failed: true });
    });
  }

  function drop(): void {
    const line = agent;
    isStopping = true;
    for (const call of living()) call.hangUp();
    isStopping = false;
    [agent, registerer, renewing, unsent, wantsRegistration, isRegistered] = [null, null, null, [], false, false];
    if (line && line.state !== UserAgentState.Stopped) void line.stop().catch(() => {});
  }

  function register(line: UserAgent): void {
    wantsRegistration = true;
    // One that still waits was cut off with its connection: its answer may never come.
    if (registerer?.isWaiting && askedOn === connection) return;
    askedOn = connection;
    if (!registerer || registerer.isWaiting) {
      registerer?.abandon();
      const made: LineRegisterer = new LineRegisterer(line, {
        accepted: () => registerer === made && registered(),
        rejected: (status) => {
          if (registerer !== made) return;
          isRegistered = false;
          onRegistration(false);
          tell({ type: 'registrationFailed', status });
        },
        ended: () => {
          if (registerer !== made) return;
          isRegistered = false;
          tell({ type: 'unregistered' });
        },
      });
      registerer = made;
    }
    registerer.ask();
  }

  function registered(): void {
    const waiting = unsent;
    unsent = [];
    isRegistered = true;
    onRegistration(true);
    tell({ type: 'registered' });
    if (agent && saidAgainOn !== connection) sayAgain(agent);
    saidAgainOn = connection;
    for (const send of waiting) send();
    for (const call of living()) call.sound.connectionBack();
  }

  /** Is there a connection that answers? A dead one is made again at once; only when that fails, it is told. */
  function isAlive(): Promise<boolean> {
    const line = agent;
    if (!line?.isConnected()) return Promise.resolve(false);
    renewing ??= (async () => {
      if (await answersWithin(line.transport, SIGN_OF_LIFE_MS)) return true;
      void line.transport.disconnect().catch(() => {});
      await line.transport.connect();
      if (agent !== line || !wantsRegistration) return agent === line;
      // Until it is registered again, the exchange takes nothing from this connection.
      return new Promise<boolean>((resolve) => {
        onRegistration = resolve;
        register(line);
      });
    })()
      .catch((error: unknown) => {
        if (agent === line) {
          fault('connect', error);
          tell({ type: 'disconnected', failed: false });
        }
        return false;
      })
      .finally(() => (renewing = null));
    return renewing;
  }

  watchNetwork(
    network ?? browserNetwork(),
    () => void isAlive().then(() => living().forEach((call) => call.sound.networkChanged())),
  );

  return {
    start(wanted) {
      if (!agent || JSON.stringify(account) !== JSON.stringify(wanted)) {
        drop();
        account = wanted;
        try {
          agent = build(wanted);
        } catch (error) {
          // An address nobody can call.
          return queueMicrotask(() => {
            fault('connect', error);
            tell({ type: 'disconnected', failed: true });
          });
        }
      } else if (agent.isConnected()) return tellSoon({ type: 'connected' });
      connect(agent);
    },
    stop: drop,
    register() {
      if (!agent) return;
      try {
        register(agent);
      } catch (error) {
        fault('register', error);
        tell({ type: 'registrationFailed', status: 0 });
      }
    },
    unregister() {
      wantsRegistration = false;
      registerer?.leave();
    },
    call(session, target, headers = {}) {
      const to =
        account &&
        UserAgent.makeURI(`sip:${target.replace(/^sip:/, '')}${target.includes('@') ? '' : `@${account.domain}`}`);
      if (calls.has(session)) return;
      if (!agent || !to || !agent.isConnected()) {
        tell({
          type: 'error',
          which: 'call',
          session,
          detail: to ? 'There is no connection.' : 'Nobody can be called so.',
        });
        return tell({ type: 'ended', session, status: null, by: 'us', reason: HangupReason.unsupported });
      }
      const call = new LineCall(
        session,
        new Inviter(agent, to, {
          earlyMedia: true,
          extraHeaders: Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        }),
        world,
      );
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
      else tell({ type: 'ended', session, status: null, by: 'us', reason: HangupReason.normal });
    },
    hold: (session, on) => void calls.get(session)?.hold(on),
    mute: (session, on) => calls.get(session)?.sound.mute(on),
    sendTone: (session, tone) => void calls.get(session)?.tone(tone),
    look: () => ({
      isUp: agent?.isConnected() ?? false,
      isRegistered: isRegistered && (agent?.isConnected() ?? false),
      session: (living().find(({ isAnswered }) => isAnswered) ?? living().at(-1))?.id ?? null,
    }),
    check: () => void isAlive(),
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const NAMES = new Map<string, string>(Object.values(CallHeader).map((name) => [name.toLowerCase(), name]));

/** The headers of our own, by the names shared/call-headers.ts gives them. */
function ownHeaders({ request }: Invitation): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('X-')) found[NAMES.get(name.toLowerCase()) ?? name] = request.getHeader(name) ?? '';
  }
  return found;
}
