import type { IncomingInviteRequest } from 'sip.js/lib/core/index.js';
import { headerSafe } from '#core/telephony/header-text.ts';
import type { EdgePhone } from './phone.ts';
import { sdpBody } from './sdp.ts';
import type { CallWorld } from './call-world.ts';
import { EdgeCall } from './edge-call.ts';

/**
 * A call one of our phones makes.
 *
 *   trying ─▶ ringing ─▶ early ─▶ accepted ─ACK─▶ talking ─▶ over
 *      └─────────┴─────────┴── refused, cancelled ──────────▶ over
 *
 * A CANCEL that crosses our 200 ends the call too: its dialog is closed by a BYE as soon as the phone acknowledged.
 */
export class IncomingCall extends EdgeCall {
  readonly sipCallId: string;
  /** The transaction's name, which a CANCEL repeats. */
  readonly branch: string;
  private readonly request: IncomingInviteRequest;
  private readonly phone: EdgePhone;
  private isAccepted = false;
  private answer: Promise<string> | null = null;

  constructor(request: IncomingInviteRequest, phone: EdgePhone, world: CallWorld) {
    super(world);
    this.request = request;
    this.phone = phone;
    this.sipCallId = request.message.callId;
    this.branch = request.message.viaBranch;
    phone.calls.add(this);
    request.delegate = {
      onCancel: () => {
        world.guard(() => request.reject({ statusCode: 487 }));
        this.finish({ sipStatus: 487, by: 'them', why: 'cancelled' });
      },
    };
  }

  ring(): void {
    if (!this.over && !this.isAccepted) this.world.guard(() => this.request.progress({ statusCode: 180 }));
  }

  async progress(): Promise<void> {
    const answer = await this.describe();
    if (answer !== null && !this.isAccepted)
      this.world.guard(() => this.request.progress({ statusCode: 183, body: sdpBody(answer) }));
  }

  async accept(): Promise<void> {
    const answer = await this.describe();
    if (answer === null || this.isAccepted) return;
    this.isAccepted = true;
    this.world.guard(() =>
      this.openDialog(this.request.accept({ statusCode: 200, body: sdpBody(answer) }).session, this.phone),
    );
  }

  reject(sipStatus: number, reason?: string): void {
    if (this.over || this.isAccepted) return;
    const statusCode = sipStatus >= 300 && sipStatus <= 699 ? sipStatus : 500;
    const options = { statusCode, ...(reason ? { reasonPhrase: headerSafe(reason, 100) } : {}) };
    this.world.guard(() => (statusCode < 400 ? this.request.redirect([], options) : this.request.reject(options)));
    this.finish({ sipStatus: statusCode, by: 'us', why: 'refused' });
  }

  end(): void {
    if (this.over) return;
    if (!this.isAccepted) return this.reject(480);
    this.world.guard(() => this.dialog?.bye());
    this.finish({ sipStatus: null, by: 'us', why: 'bye' });
  }

  /** The phone gave up while our 200 was on its way. */
  cancelledTooLate(): void {
    if (!this.isAccepted || this.over) return;
    this.world.guard(() => this.dialog?.bye());
    this.finish({ sipStatus: 487, by: 'them', why: 'cancelled' });
  }

  phoneLost(): void {
    this.finish({ sipStatus: null, by: 'them', why: 'lost' });
  }

  protected release(): void {
    this.phone.calls.delete(this);
  }

  /** Our description, made once; null when the call ended meanwhile or its sound cannot be had. */
  private async describe(): Promise<string | null> {
    if (this.over) return null;
    try {
      this.answer ??= this.handle.describe(this.request.message.body, this.phone.rtpSource);
      const answer = await this.answer;
      return this.over ? null : answer;
    } catch (problem) {
      if (!this.over) this.world.report(problem);
      this.world.guard(() => !this.over && this.request.reject({ statusCode: 488 }));
      this.finish({ sipStatus: 488, by: 'us', why: 'failed' });
      return null;
    }
  }
}
