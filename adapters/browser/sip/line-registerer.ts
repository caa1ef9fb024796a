import {
  Registerer,
  RegistererState,
  type RegistererRegisterOptions,
  type RegistererUnregisterOptions,
  type UserAgent,
} from 'sip.js';
import { PHONE } from '#core/phone/phone-constants.ts';

export interface RegistrationNews {
  accepted(): void;
  rejected(status: number): void;
  /** It ran out, or was ended as we asked. */
  ended(): void;
}

/** Registers and tells every outcome, also of the refreshes the library makes by itself. */
export class LineRegisterer extends Registerer {
  private readonly news: RegistrationNews;
  private asked = false;
  private isRejected = false;
  private isAbandoned = false;
  /** No answer yet to what was sent last. */
  isWaiting = false;

  constructor(agent: UserAgent, news: RegistrationNews) {
    super(agent, { expires: PHONE.registerExpirySec, refreshFrequency: PHONE.registerRefreshPercent });
    this.news = news;
    this.stateChange.addListener((state) => {
      // The state changes before the answer is told; a refusal speaks for itself.
      if (state === RegistererState.Unregistered) queueMicrotask(() => !this.isRejected && news.ended());
    });
  }

  /** As asked by the phone: the outcome is told even when nothing changed. */
  ask(): void {
    this.asked = true;
    this.register().catch(() => {});
  }

  /** Another one takes its place; it refreshes nothing any more. */
  abandon(): void {
    this.isAbandoned = true;
  }

  override register(options: RegistererRegisterOptions = {}): ReturnType<Registerer['register']> {
    // Nobody waits for it: it is the library's own timer that asks.
    if (this.isAbandoned) return new Promise(() => {});
    this.isRejected = false;
    this.isWaiting = true;
    return super.register({
      ...options,
      requestDelegate: {
        onAccept: () => {
          this.isWaiting = false;
          if (this.asked) this.news.accepted();
          this.asked = false;
        },
        onReject: ({ message }) => {
          this.isWaiting = false;
          this.isRejected = true;
          this.asked = false;
          this.news.rejected(message.statusCode ?? 0);
        },
      },
    });
  }

  /** As asked by the phone. */
  leave(options: RegistererUnregisterOptions = {}): void {
    this.isRejected = false;
    this.unregister(options).catch(() => {});
  }
}
