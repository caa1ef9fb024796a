import type { SipLimits } from './sip-constants.ts';
import type { Wire } from './wire.ts';

/** What the edge knows of one connection. It serves one account, from its first valid REGISTER to its end. */
export class SipSocket<Phone extends object> {
  readonly wire: Wire;
  readonly openedAtMs: number;
  phone: Phone | null = null;
  seenAtMs: number;
  pingedAtMs: number;
  isOpen = true;
  /** REGISTERs being looked at; they come one after another. */
  registering = 0;
  registered: Promise<void> = Promise.resolve();
  private readonly limits: SipLimits;
  private allowance: number;
  private strangerAllowance: number;
  private refilledAtMs: number;

  constructor(wire: Wire, limits: SipLimits, nowMs: number) {
    this.wire = wire;
    this.limits = limits;
    this.openedAtMs = nowMs;
    this.seenAtMs = nowMs;
    this.pingedAtMs = nowMs;
    this.allowance = limits.burst;
    this.strangerAllowance = limits.strangerMessages;
    this.refilledAtMs = nowMs;
  }

  send(text: string): void {
    if (this.isOpen) this.wire.send(text);
  }

  /** False when it sends more than any phone would. */
  mayGoOn(nowMs: number): boolean {
    if (!this.phone) return --this.strangerAllowance >= 0;
    this.allowance = Math.min(
      this.limits.burst,
      this.allowance + ((nowMs - this.refilledAtMs) / 1_000) * this.limits.messagesPerSec,
    );
    this.refilledAtMs = nowMs;
    this.allowance -= 1;
    return this.allowance >= 0;
  }
}
