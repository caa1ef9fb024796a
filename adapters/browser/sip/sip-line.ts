import { Inviter, UserAgent, UserAgentState, type Invitation, type Session } from 'sip.js';
import type { LineAccount, LineEvent, LineFault, PhoneLine } from '#core/phone/phone-line.port.ts';
import { CallHeader } from '#shared/call-headers.ts';
import type { LineSound } from '../sound/line-sound.ts';
import { answersWithin } from './connection-check.ts';
import { LineCall, type CallWorld } from './line-call.ts';
import { describing } from './line-description.ts';
import { LineRegisterer } from './line-registerer.ts';
import { browserNetwork, watchNetwork, type NetworkSource } from './network-watch.ts';

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
const BUSY = 486;

/** The telephone line over SIP and WebRTC. */
export function openSipLine({ sound, network, transport }: SipLineOptions): PhoneLine {
  const listeners = new Set<(event: LineEvent) => void>();
  let account: LineAccount | null = null;
  let agent: UserAgent | null = null;
  let registerer: LineRegisterer | null = null;
  let wantsRegistration = false;
  /** The connection is being made again by ourselves; its coming and going is no news. */
  let renewing: Promise<boolean> | null = null;
  /** Somebody waits for the next answer of the registrar. */
  let onRegistration: (accepted: boolean) => void = () => {};
  let call: LineCall | null = null;
  /** What could not be sent for want of a connection. */
  let unsent: (() => void)[] = [];

  const tell = (event: LineEvent): void => {
    for (const listener of listeners) listener(event);
  };
  // Whoever hears of a connection may start or stop another one at once, which SIP.js forbids while it speaks.
  const tellSoon = (event: LineEvent): void => queueMicrotask(() => tell(event));
  const fault = (which: LineFault, error: unknown): void => tell({ type: 'error', which, detail: error instanceof Error ? error.message : String(error) });
  const current = (): LineCall | null => (call && !call.over ? call : null);

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
      transportOptions: { server: of.url, connectionTimeout: TRANSPORT_TIMEOUT_SEC, keepAliveInterval: KEEP_ALIVE_SEC, traceSip: false },
      sessionDescriptionHandlerFactory: describing((session) => trackOf(session), of.iceServers.map(({ urls, username, credential }) => ({ urls: [...urls], ...(username ? { username } : {}), ...(credential ? { credential } : {}) }))),
      delegate: {
        onConnect: () => agent === built && !renewing && tellSoon({ type: 'connected' }),
        onDisconnect: () => agent === built && !renewing && tellSoon({ type: 'disconnected', failed: false }),
        onInvite: (invitation) => void (agent === built && invited(invitation)),
        onMessage: (message) => {
          void message.accept();
          if (agent === built) tell({ type: 'message', via: 'message', contentType: message.request.getHeader('Content-Type') ?? '', body: message.request.body });
        },
      },
    });
    return built;
  }

  const trackOf = (session: Session): MediaStreamTrack => {
    if (call?.session !== session) throw new Error('The call is over.');
    return call.track;
  };

  function invited(invitation: Invitation): void {
    const headers = ownHeaders(invitation);
    const before = current();
    if (before && headers[CallHeader.resume] !== '1') return void invitation.reject({ statusCode: BUSY }).catch(() => {});
    before?.replaced();
    call = new LineCall(invitation, world);
    tell({ type: 'incoming', headers, from: invitation.remoteIdentity.uri.user ?? '', fromName: invitation.remoteIdentity.displayName });
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
    const left = current();
    [agent, registerer, call, renewing, unsent, wantsRegistration] = [null, null, null, null, [], false];
    left?.replaced();
    if (line && line.state !== UserAgentState.Stopped) void line.stop().catch(() => {});
  }

  function register(line: UserAgent): void {
    wantsRegistration = true;
    // One that still waits was cut off with its connection: its answer never comes.
    if (!registerer || registerer.isWaiting) {
      const made: LineRegisterer = new LineRegisterer(line, {
        accepted: () => registerer === made && registered(),
        rejected: (status) => {
          if (registerer !== made) return;
          onRegistration(false);
          tell({ type: 'registrationFailed', status });
        },
        ended: () => registerer === made && tell({ type: 'unregistered' }),
      });
      registerer = made;
    }
    registerer.ask();
  }

  function registered(): void {
    const waiting = unsent;
    unsent = [];
    onRegistration(true);
    tell({ type: 'registered' });
    for (const send of waiting) send();
    current()?.connectionBack();
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

  watchNetwork(network ?? browserNetwork(), () => void isAlive().then(() => current()?.networkChanged()));

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
    call(target, headers = {}) {
      const to = account && UserAgent.makeURI(`sip:${target.replace(/^sip:/, '')}${target.includes('@') ? '' : `@${account.domain}`}`);
      if (current()) return fault('call', new Error('There is a call already.'));
      if (!agent || !to || !agent.isConnected()) {
        fault('call', new Error(to ? 'There is no connection.' : 'Nobody can be called so.'));
        return tell({ type: 'ended', status: null, by: 'us', reason: 'unsupported' });
      }
      call = new LineCall(new Inviter(agent, to, { earlyMedia: true, extraHeaders: Object.entries(headers).map(([name, value]) => `${name}: ${value}`) }), world);
      void call.place();
    },
    answer: () => void current()?.answer(),
    decline: (status) => current()?.decline(status),
    hangUp: () => current()?.hangUp(),
    hold: (on) => void current()?.hold(on),
    mute: (on) => current()?.mute(on),
    sendTone: (tone) => void current()?.tone(tone),
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
