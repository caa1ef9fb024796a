import { UserAgentState, type Session, type UserAgent, type UserAgentDelegate } from 'sip.js';
import type { LineAccount, LineEvent, LineFault } from '#core/phone/phone-line.port.ts';
import { buildAgent } from './build-agent.ts';
import { answersWithin } from './connection-check.ts';
import { LineRegistration } from './line-registration.ts';
import { retransmitUnanswered } from './retransmit.ts';
import type { SipLineOptions } from './sip-line.ts';

const SIGN_OF_LIFE_MS = 1_000;

interface ConnectionWorld {
  transport: SipLineOptions['transport'];
  trackOf(session: Session): MediaStreamTrack;
  emit(event: LineEvent): void;
  /** What comes in besides. */
  invited: NonNullable<UserAgentDelegate['onInvite']>;
  /** Registered, for the first time or again: calls may go on. */
  back(): void;
}

/** The way to the exchange for one account at a time: connected, checked, made again, registered. */
export class LineConnection {
  account: LineAccount | null = null;
  agent: UserAgent | null = null;
  readonly #world: ConnectionWorld;
  readonly #registration: LineRegistration;
  /** Which connection this is, and on which of them was last said again what had no answer. */
  #number = 0;
  #saidAgainOn = 0;
  /** The connection is being made again by ourselves; its coming and going is no news. */
  #renewing: Promise<boolean> | null = null;
  /** What could not be sent for want of a connection. */
  #unsent: (() => void)[] = [];

  constructor(world: ConnectionWorld) {
    this.#world = world;
    this.#registration = new LineRegistration(world.emit, () => this.#registered());
  }

  get isUp(): boolean {
    return this.agent?.isConnected() ?? false;
  }

  get isRegistered(): boolean {
    return this.#registration.isRegistered && this.isUp;
  }

  /** Keeps what has to be sent once the connection is back. */
  later(send: () => void): void {
    this.#unsent.push(send);
  }

  /** The account's own connection; the one of another account was dropped before. */
  start(wanted: LineAccount): void {
    if (!this.agent) {
      this.account = wanted;
      try {
        this.agent = this.#build(wanted);
      } catch (error) {
        // An address nobody can call.
        return queueMicrotask(() => {
          this.#fault('connect', error);
          this.#world.emit({ type: 'disconnected', failed: true });
        });
      }
    } else if (this.agent.isConnected()) return this.#emitSoon({ type: 'connected' });
    this.#connect(this.agent);
  }

  drop(): void {
    const line = this.agent;
    [this.agent, this.#renewing, this.#unsent] = [null, null, []];
    this.#registration.forget();
    if (line && line.state !== UserAgentState.Stopped) void line.stop().catch(() => {});
  }

  register(): void {
    if (!this.agent) return;
    try {
      this.#registration.ask(this.agent, this.#number);
    } catch (error) {
      this.#fault('register', error);
      this.#world.emit({ type: 'registrationFailed', status: 0 });
    }
  }

  unregister(): void {
    this.#registration.leave();
  }

  /** Is there a connection that answers? A dead one is made again at once; only when that fails, it is told. */
  isAlive(): Promise<boolean> {
    const line = this.agent;
    if (!line?.isConnected()) return Promise.resolve(false);
    this.#renewing ??= this.#renew(line)
      .catch((error: unknown) => {
        if (this.agent === line) {
          this.#fault('connect', error);
          this.#world.emit({ type: 'disconnected', failed: false });
        }
        return false;
      })
      .finally(() => (this.#renewing = null));
    return this.#renewing;
  }

  async #renew(line: UserAgent): Promise<boolean> {
    if (await answersWithin(line.transport, SIGN_OF_LIFE_MS)) return true;
    void line.transport.disconnect().catch(() => {});
    await line.transport.connect();
    if (this.agent !== line || !this.#registration.isWanted) return this.agent === line;
    // Until it is registered again, the exchange takes nothing from this connection.
    return this.#registration.answer(line, this.#number);
  }

  #build(account: LineAccount): UserAgent {
    const { transport, trackOf, emit, invited } = this.#world;
    const isOurs = (): boolean => this.agent === built;
    const built: UserAgent = buildAgent(account, {
      transport,
      trackOf,
      delegate: {
        onConnect: () => {
          this.#number += 1;
          if (isOurs() && !this.#renewing) this.#emitSoon({ type: 'connected' });
        },
        onDisconnect: () => {
          if (isOurs() && !this.#renewing) this.#emitSoon({ type: 'disconnected', failed: false });
        },
        onInvite: (invitation) => {
          if (isOurs()) invited(invitation);
        },
        onMessage: (message) => {
          void message.accept();
          const contentType = message.request.getHeader('Content-Type') ?? '';
          if (isOurs()) emit({ type: 'message', via: 'message', contentType, body: message.request.body });
        },
      },
    });
    return built;
  }

  #connect(line: UserAgent): void {
    const connecting = line.state === UserAgentState.Stopped ? line.start() : line.reconnect();
    connecting.catch((error: unknown) => {
      if (this.agent !== line) return;
      this.#fault('connect', error);
      this.#world.emit({ type: 'disconnected', failed: true });
    });
  }

  #registered(): void {
    const waiting = this.#unsent;
    this.#unsent = [];
    this.#world.emit({ type: 'registered' });
    if (this.agent && this.#saidAgainOn !== this.#number) retransmitUnanswered(this.agent);
    this.#saidAgainOn = this.#number;
    for (const send of waiting) send();
    this.#world.back();
  }

  // Whoever hears of a connection may start or stop another one at once, which SIP.js forbids while it speaks.
  #emitSoon(event: LineEvent): void {
    queueMicrotask(() => this.#world.emit(event));
  }

  #fault(which: LineFault, error: unknown): void {
    const detail = error instanceof Error ? error.message : String(error);
    this.#world.emit({ type: 'error', which, session: null, detail });
  }
}
