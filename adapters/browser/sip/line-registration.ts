import type { UserAgent } from 'sip.js';
import type { LineEvent } from '#core/phone/phone-line.port.ts';
import { LineRegisterer } from './line-registerer.ts';

/** Whether the registrar knows where we are, over all connections of a line. */
export class LineRegistration {
  isWanted = false;
  isRegistered = false;
  readonly #emit: (event: LineEvent) => void;
  readonly #registered: () => void;
  #registerer: LineRegisterer | null = null;
  /** On which connection the registrar was last asked. */
  #askedOn = 0;
  /** Somebody waits for the next answer of the registrar. */
  #onAnswer: (accepted: boolean) => void = () => {};

  constructor(emit: (event: LineEvent) => void, registered: () => void) {
    this.#emit = emit;
    this.#registered = registered;
  }

  /** `connection` says which one of the line it is. */
  ask(line: UserAgent, connection: number): void {
    this.isWanted = true;
    // One that still waits was cut off with its connection: its answer may never come.
    if (this.#registerer?.isWaiting && this.#askedOn === connection) return;
    this.#askedOn = connection;
    if (!this.#registerer || this.#registerer.isWaiting) {
      this.#registerer?.abandon();
      this.#registerer = this.#registererOf(line);
    }
    this.#registerer.ask();
  }

  /** Asks, and answers what the registrar said. */
  answer(line: UserAgent, connection: number): Promise<boolean> {
    return new Promise<boolean>((resolve) => {
      this.#onAnswer = resolve;
      this.ask(line, connection);
    });
  }

  leave(): void {
    this.isWanted = false;
    this.#registerer?.leave();
  }

  /** Another account begins anew. */
  forget(): void {
    this.#registerer = null;
    this.isWanted = false;
    this.isRegistered = false;
  }

  #registererOf(line: UserAgent): LineRegisterer {
    const made: LineRegisterer = new LineRegisterer(line, {
      accepted: () => {
        if (this.#registerer !== made) return;
        this.isRegistered = true;
        this.#onAnswer(true);
        this.#registered();
      },
      rejected: (status) => {
        if (this.#registerer !== made) return;
        this.isRegistered = false;
        this.#onAnswer(false);
        this.#emit({ type: 'registrationFailed', status });
      },
      ended: () => {
        if (this.#registerer !== made) return;
        this.isRegistered = false;
        this.#emit({ type: 'unregistered' });
      },
    });
    return made;
  }
}
