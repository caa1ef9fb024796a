import type { Session } from 'sip.js/lib/core/index.js';
import { SipDialog } from './sip-dialog.ts';
import type { Phone } from './phone.ts';
import type { SipCall, SipCallHandler } from './sip-edge.ts';
import type { SipTimers } from './sip-timers.ts';

export type CallEnd = Parameters<NonNullable<SipCallHandler['ended']>>[0];

/** What calls need of the edge around them. */
export interface CallWorld {
  domain: string;
  timers: SipTimers;
  nowMs(): number;
  report(problem: unknown): void;
  suspicious(what: string, phone: Phone, detail: string): void;
  /** The call of any account whose dialog has this Call-ID and these tags. */
  findDialog(callId: string, tags: readonly [string, string]): { call: Call; account: string } | null;
  /** Commands and callbacks may come at any moment; nothing of them may stop the edge. */
  guard(work: () => void): void;
}

const NOBODY: SipCallHandler = { describe: () => Promise.reject(new Error('nobody handles this call')) };

/** What incoming and outgoing calls share: who hears of them, their dialog, and that they end once. */
export abstract class Call implements SipCall {
  abstract readonly sipCallId: string;
  handle: SipCallHandler = NOBODY;
  over = false;
  dialog: SipDialog | null = null;
  protected readonly world: CallWorld;

  constructor(world: CallWorld) {
    this.world = world;
  }

  get isHandled(): boolean {
    return this.handle !== NOBODY;
  }

  abstract ring(): void;
  abstract progress(): Promise<void>;
  abstract accept(): Promise<void>;
  abstract reject(sipStatus: number, reason?: string): void;
  abstract end(): void;
  /** The websocket of a phone is away for good. */
  abstract phoneLost(phone: Phone): void;
  /** Frees what the call held; it is over. */
  protected abstract release(): void;

  phoneGone(): void {
    this.tell((handle) => handle.disconnected?.());
  }

  phoneBack(): void {
    this.tell((handle) => handle.reconnected?.());
  }

  notifyTransfer(sipStatus: number): void {
    if (!this.over) this.world.guard(() => this.dialog?.notifyTransfer(sipStatus));
  }

  /** Nobody hears of a call after its end. */
  tell(say: (handle: SipCallHandler) => void): void {
    if (!this.over) this.world.guard(() => say(this.handle));
  }

  finish(end: CallEnd): void {
    if (this.over) return;
    this.over = true;
    this.world.guard(() => this.release());
    this.world.guard(() => this.handle.ended?.(end));
  }

  protected openDialog(session: Session, phone: Phone): SipDialog {
    this.dialog = new SipDialog(session, this, phone, this.world);
    return this.dialog;
  }
}
