import { randomBytes } from 'node:crypto';
import type { IncomingResponseMessage } from 'sip.js/lib/core/index.js';
import { URI } from 'sip.js/lib/grammar/uri.js';
import { isSameWay, type SipHop } from '../sip-wires/sip-hop.ts';
import { tryingMs, type TrunkLine } from './trunk-line.ts';
import type { RegistrationState } from '#core/trunk/trunk-state.ts';

/** Renewed this long before it ends, or half way when it is short. */
const EARLY_SEC = 30;
const LEAST_SEC = 10;
const MOST_SEC = 86_400;

interface Turn {
  hops: SipHop[];
  at: number;
}

/**
 * Tells the carrier where we are, and again before it forgets.
 *
 *   registering ─200─▶ registered ─before it ends─▶ registering …
 *        ├─401, 403, 404…─▶ refused ─minutes, longer each time─▶ registering
 *        └─nobody answers─▶ the next gateway, at last unreachable ─a while─▶ registering
 */
export class TrunkRegistration {
  /** What is asked for under this name comes from the registrar: nobody else was told. */
  readonly contactName = `t${randomBytes(8).toString('hex')}`;
  readonly #line: TrunkLine;
  readonly #user: string;
  #state: RegistrationState = { at: 'off', untilMs: null, retryAtMs: null };
  #seconds: number;
  readonly #callId = randomBytes(16).toString('hex');
  #sequence = 0;
  #round = 0;
  #failures = 0;
  #boundAt: SipHop | null = null;
  #stopWaiting: () => void = () => {};
  /** Who waits for the outcome of a try. */
  #whenSettled: (() => void)[] = [];

  constructor(line: TrunkLine, user: string, seconds: number) {
    this.#line = line;
    this.#user = user;
    this.#seconds = seconds;
  }

  get state(): RegistrationState {
    return { ...this.#state };
  }

  start(): void {
    void this.#begin();
  }

  /** Tries now, whatever it waits for; done when it is known what came of it. */
  again(): Promise<void> {
    return new Promise((done) => {
      this.#whenSettled.push(done);
      void this.#begin();
    });
  }

  /** The connection to a gateway broke: what was registered over it does not reach us any more. */
  lost(hop: SipHop): void {
    const bound = this.#boundAt;
    if (this.#state.at !== 'registered' || !bound || !isSameWay(bound, hop)) return;
    this.#wait(this.#line.world.patience.unreachableMs / 10, 'unreachable');
  }

  /** Says goodbye where it can, so that no call is sent to somebody who is gone. */
  async stop(): Promise<void> {
    this.#stopWaiting();
    this.#settle();
    this.#round++;
    const bound = this.#boundAt;
    const wasRegistered = this.#state.at === 'registered';
    this.#state = { at: 'off', untilMs: null, retryAtMs: null };
    if (!bound || !wasRegistered) return;
    await new Promise<void>((done) => {
      const giveUp = this.#line.world.after(this.#line.world.patience.goodbyeMs, done);
      const finish = (): void => {
        giveUp();
        done();
      };
      this.#send(bound, 0, { onAccept: finish, onReject: finish });
    });
  }

  async #begin(): Promise<void> {
    const round = ++this.#round;
    this.#stopWaiting();
    if (this.#state.at !== 'registered') this.#state = { at: 'registering', untilMs: null, retryAtMs: null };
    const hops = await this.#line.gateways.hops();
    if (round !== this.#round) return;
    if (hops.length === 0) return this.#nobodyReached();
    this.#ask({ hops, at: 0 });
  }

  #ask(turn: Turn): void {
    const { world, gateways } = this.#line;
    const hop = turn.hops[turn.at];
    if (!hop) return this.#nobodyReached();
    const round = ++this.#round;
    const isCurrent = (): boolean => round === this.#round;
    const next = (): void => {
      if (!isCurrent()) return;
      gateways.failed(hop);
      this.#ask({ ...turn, at: turn.at + 1 });
    };
    const isAlone = turn.at === turn.hops.length - 1 && !gateways.isDown(hop);
    let isAnswered = false;
    const awaitLife = (): void => {
      // A challenge may come twice; after the answer nothing is waited for, and what is timed since stays.
      if (!isCurrent() || isAnswered) return;
      this.#stopWaiting();
      this.#stopWaiting = world.after(tryingMs(world.patience, isAlone), next);
    };
    awaitLife();
    this.#send(hop, this.#seconds, {
      challenged: awaitLife,
      onAccept: (answer) => {
        isAnswered = true;
        if (isCurrent()) this.#accepted(hop, answer);
      },
      onReject: (answer) => {
        isAnswered = true;
        if (!isCurrent()) return;
        this.#stopWaiting();
        const status = answer.statusCode ?? 500;
        if (status === 408 || status >= 500) {
          this.#line.fault('unreachable', String(status));
          return next();
        }
        gateways.answered(hop);
        this.#refused(status, answer, turn);
      },
    });
  }

  #accepted(hop: SipHop, answer: IncomingResponseMessage): void {
    const { world, gateways } = this.#line;
    this.#stopWaiting();
    this.#failures = 0;
    this.#boundAt = hop;
    gateways.answered(hop);
    // Other devices of the account may be listed too; ours says how long.
    const own = answer.getHeaders('contact').find((contact) => contact.includes(this.contactName)) ?? '';
    const grantedSeconds = Number(
      /;\s*expires\s*=\s*"?(\d{1,9})/i.exec(own)?.[1] ?? answer.getHeader('expires') ?? this.#seconds,
    );
    const seconds = Math.min(MOST_SEC, Math.max(LEAST_SEC, grantedSeconds || this.#seconds));
    this.#state = { at: 'registered', untilMs: world.clock.nowMs() + seconds * 1_000, retryAtMs: null };
    const renewSec = seconds > 2 * EARLY_SEC ? seconds - EARLY_SEC : seconds / 2;
    this.#stopWaiting = world.after(renewSec * 1_000, () => void this.#begin());
    this.#settle();
  }

  #refused(status: number, answer: IncomingResponseMessage, turn: Turn): void {
    const least = Number(answer.getHeader('min-expires') ?? 0);
    if (status === 423 && least > this.#seconds && least <= MOST_SEC) {
      this.#seconds = least;
      return this.#ask(turn);
    }
    this.#line.fault(
      status === 401 || status === 407 ? 'wrongPassword' : status === 403 ? 'forbidden' : 'refused',
      String(status),
    );
    const { refusedMs, refusedMostMs } = this.#line.world.patience;
    this.#wait(Math.min(refusedMostMs, refusedMs * 2 ** this.#failures++), 'refused');
  }

  #nobodyReached(): void {
    const { unreachableMs, unreachableMostMs } = this.#line.world.patience;
    this.#line.fault('unreachable', this.#line.settings.domain);
    this.#wait(Math.min(unreachableMostMs, unreachableMs * 2 ** this.#failures++), 'unreachable');
  }

  #wait(ms: number, at: 'refused' | 'unreachable'): void {
    const { world } = this.#line;
    this.#stopWaiting();
    this.#boundAt = null;
    this.#state = { at, untilMs: null, retryAtMs: world.clock.nowMs() + ms };
    this.#stopWaiting = world.after(ms, () => void this.#begin());
    this.#settle();
  }

  #settle(): void {
    for (const done of this.#whenSettled.splice(0)) done();
  }

  #send(
    hop: SipHop,
    seconds: number,
    listener: {
      onAccept(answer: IncomingResponseMessage): void;
      onReject(answer: IncomingResponseMessage): void;
      challenged?(): void;
    },
  ): void {
    const { core, settings } = this.#line;
    const who = new URI('sip', this.#user, settings.domain, undefined, {}, {});
    // The library's types want a user; it treats an absent one as none.
    const registrar = new URI('sip', undefined as never, settings.domain, undefined, {}, {});
    const message = core.makeOutgoingRequestMessage(
      'REGISTER',
      registrar,
      who,
      who,
      { callId: this.#callId, cseq: ++this.#sequence },
      [`Contact: <${this.#line.contact(hop.transport, this.contactName)}>;expires=${seconds}`, `Expires: ${seconds}`],
    );
    this.#line.begin(this.#callId, hop, {
      // What is sent once more takes a number of its own, also where its answer is not waited for any longer.
      challenged: () => {
        this.#sequence = Math.max(this.#sequence, message.cseq + 1);
        listener.challenged?.();
      },
    });
    core.register(message, {
      onAccept: ({ message: answer }) => listener.onAccept(answer),
      onReject: ({ message: answer }) => listener.onReject(answer),
      onRedirect: ({ message: answer }) => listener.onReject(answer),
    });
  }
}
