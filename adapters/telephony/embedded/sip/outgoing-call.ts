import { randomBytes } from 'node:crypto';
import type { AckableIncomingResponseWithSession, OutgoingInviteRequest } from 'sip.js/lib/core/index.js';
import { URI } from 'sip.js/lib/grammar/uri.js';
import { headerSafe, isToken, quoteSafe } from '#core/telephony/header-text.ts';
import type { Binding, EdgePhone } from './phone.ts';
import { SDP, sdpBody } from './sdp.ts';
import type { CallWorld } from './call-world.ts';
import { EdgeCall } from './edge-call.ts';
import { ALLOW, TRANSACTION_TIMEOUT_MS } from './sip-constants.ts';
import type { OutgoingInvite } from './sip-edge.ts';
import type { SipTimer } from './sip-timers.ts';

interface Branch {
  phone: EdgePhone;
  request: OutgoingInviteRequest;
  /** Null while it may still answer. */
  failed: number | null;
}

/**
 * A call to every contact of an account at once. The INVITE carries no description: the phone offers in its 200, our
 * answer goes into the ACK.
 *
 *   calling ─180─▶ ringing ─200─▶ describing ─ACK─▶ talking ─▶ over
 *      └──────────────┴── refused by all, timeout, cancelled ─▶ over
 */
export class OutgoingCall extends EdgeCall {
  readonly sipCallId: string;
  private readonly branches: Branch[] = [];
  private accepted: { branch: Branch; response: AckableIncomingResponseWithSession; isAcknowledged: boolean } | null =
    null;
  private readonly patience: SipTimer;
  private isRinging = false;

  constructor(
    account: string,
    contacts: readonly { phone: EdgePhone; binding: Binding }[],
    invite: OutgoingInvite,
    world: CallWorld,
  ) {
    super(world);
    this.handle = invite.handle;
    this.sipCallId =
      isToken(invite.callId) && invite.callId.length <= 128 ? invite.callId : randomBytes(12).toString('hex');
    this.patience = world.timers.after(invite.timeoutMs, () => this.timedOut());
    for (const { phone, binding } of contacts)
      if (phone.socket) this.branches.push(this.call(phone, binding, account, invite));
    // Nobody to ring: said after the caller got hold of the call.
    if (!this.branches.length) queueMicrotask(() => this.finish({ sipStatus: 480, by: 'them', why: 'failed' }));
  }

  ring(): void {}
  async progress(): Promise<void> {}
  async accept(): Promise<void> {}

  reject(): void {
    this.end();
  }

  end(): void {
    if (this.over) return;
    if (this.accepted) {
      this.acknowledge();
      this.world.guard(() => this.dialog?.bye());
      return this.finish({ sipStatus: null, by: 'us', why: 'bye' });
    }
    this.finish({ sipStatus: 487, by: 'us', why: 'cancelled' });
  }

  override phoneGone(): void {
    if (this.isAway()) super.phoneGone();
  }

  phoneLost(phone: EdgePhone): void {
    if (this.accepted) {
      if (this.accepted.branch.phone === phone) this.finish({ sipStatus: null, by: 'them', why: 'lost' });
      return;
    }
    for (const branch of this.branches) if (branch.phone === phone) this.failedAt(branch, 480);
  }

  protected release(): void {
    this.patience.cancel();
    this.cancelAllBut(this.accepted?.branch ?? null);
    for (const { phone } of this.branches) phone.calls.delete(this);
  }

  private isAway(): boolean {
    const waiting = this.accepted ? [this.accepted.branch] : this.branches.filter(({ failed }) => failed === null);
    return waiting.every(({ phone }) => !phone.socket);
  }

  private call(phone: EdgePhone, { target }: Binding, account: string, invite: OutgoingInvite): Branch {
    const { core } = phone;
    const { domain } = this.world;
    const from = new URI(
      'sip',
      encodeURIComponent(headerSafe(invite.callerId, 64)) || 'anonymous',
      domain,
      undefined,
      {},
      {},
    );
    const to = new URI('sip', account, domain, undefined, {}, {});
    const headers = Object.entries(invite.headers)
      .filter(([name]) => isToken(name))
      .map(([name, value]) => `${name}: ${headerSafe(value)}`);
    const message = core.makeOutgoingRequestMessage(
      'INVITE',
      target,
      from,
      to,
      { callId: this.sipCallId, fromDisplayName: quoteSafe(invite.callerName) },
      [`Contact: ${core.configuration.contact.toString()}`, ALLOW, ...headers],
    );
    const branch: Branch = { phone, request: undefined as unknown as OutgoingInviteRequest, failed: null };
    branch.request = core.invite(message, {
      onProgress: () => this.ringsAt(),
      onAccept: (response) => this.acceptedAt(branch, response),
      onReject: ({ message: { statusCode } }) => this.failedAt(branch, statusCode ?? 500),
      onRedirect: () => this.failedAt(branch, 480),
    });
    phone.calls.add(this);
    return branch;
  }

  private ringsAt(): void {
    if (this.isRinging || this.accepted) return;
    this.isRinging = true;
    this.emit((handle) => handle.ringing?.());
  }

  private acceptedAt(branch: Branch, response: AckableIncomingResponseWithSession): void {
    if (this.over || this.accepted) {
      // Two picked up, or one just as we gave up: RFC 3261 wants both acknowledged and this one ended.
      response.ack();
      return void response.session.bye();
    }
    this.accepted = { branch, response, isAcknowledged: false };
    this.patience.cancel();
    this.cancelAllBut(branch);
    this.openDialog(response.session, branch.phone);
    void this.answer(response, branch.phone.rtpSource);
  }

  private async answer({ message }: AckableIncomingResponseWithSession, rtpSource: string | null): Promise<void> {
    if (!message.body || message.parseHeader('content-type') !== SDP) return this.unfit();
    try {
      const answer = await this.handle.describe(message.body, rtpSource);
      if (this.over) return this.acknowledge();
      this.acknowledge(answer);
      this.emit((handle) => handle.accepted?.());
    } catch (problem) {
      if (!this.over) this.world.report(problem);
      this.unfit();
    }
  }

  /** Accepted, but without sound that both can have. */
  private unfit(): void {
    if (this.over) return;
    this.acknowledge();
    this.world.guard(() => this.dialog?.bye());
    this.finish({ sipStatus: 488, by: 'us', why: 'failed' });
  }

  private acknowledge(answer?: string): void {
    const { accepted } = this;
    if (!accepted || accepted.isAcknowledged) return;
    accepted.isAcknowledged = true;
    this.world.guard(() => accepted.response.ack(answer === undefined ? {} : { body: sdpBody(answer) }));
  }

  private failedAt(branch: Branch, status: number): void {
    if (branch.failed !== null) return;
    branch.failed = status;
    if (this.over || this.accepted) return;
    // A 6xx speaks for all phones of the account.
    if (status >= 600) return this.finish({ sipStatus: status, by: 'them', why: 'refused' });
    const statuses = this.branches.map(({ failed }) => failed);
    if (statuses.every((failed) => failed !== null))
      this.finish({ sipStatus: best(statuses), by: 'them', why: 'refused' });
  }

  private timedOut(): void {
    this.finish({ sipStatus: 408, by: 'us', why: 'timeout' });
  }

  private cancelAllBut(kept: Branch | null): void {
    for (const branch of this.branches) {
      if (branch === kept || branch.failed !== null) continue;
      branch.failed = 487;
      branch.phone.calls.delete(this);
      this.world.guard(() => branch.request.cancel());
      // A phone that answers neither the INVITE nor the CANCEL would be waited for without end.
      this.world.timers.after(TRANSACTION_TIMEOUT_MS, () => branch.phone.drop(branch.request));
    }
  }
}

/** The answer that says most: somebody declined or is busy, rather than is away. */
const best = (statuses: readonly number[]): number =>
  [486, 603, 488].find((status) => statuses.includes(status)) ?? Math.min(...statuses);
