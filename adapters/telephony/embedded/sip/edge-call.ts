import type { Session } from 'sip.js/lib/core/index.js';
import type { CallWorld } from './call-world.ts';
import type { EdgePhone } from './phone.ts';
import type { SipCallEnd, EdgePhoneCall } from './phone-call.ts';
import { SipDialog } from './sip-dialog.ts';
import type { SipCallHandler } from './sip-edge.ts';

const NOBODY: SipCallHandler = { describe: () => Promise.reject(new Error('nobody handles this call')) };

/** What incoming and outgoing calls share: who hears of them, their dialog, and that they end once. */
export abstract class EdgeCall implements EdgePhoneCall<EdgePhone> {
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
  abstract phoneLost(phone: EdgePhone): void;
  /** Frees what the call held; it is over. */
  protected abstract release(): void;

  phoneGone(): void {
    this.emit((handle) => handle.disconnected?.());
  }

  phoneBack(): void {
    this.emit((handle) => handle.reconnected?.());
  }

  notifyTransfer(sipStatus: number): void {
    if (!this.over) this.world.guard(() => this.dialog?.notifyTransfer(sipStatus));
  }

  emit(say: (handle: SipCallHandler) => void): void {
    if (!this.over) this.world.guard(() => say(this.handle));
  }

  finish(end: SipCallEnd): void {
    if (this.over) return;
    this.over = true;
    this.world.guard(() => this.release());
    this.world.guard(() => this.handle.ended?.(end));
  }

  protected openDialog(session: Session, phone: EdgePhone): SipDialog {
    this.dialog = new SipDialog(session, this, phone, this.world);
    return this.dialog;
  }
}
