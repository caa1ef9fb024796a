import type { IncomingReferRequest, Session } from 'sip.js/lib/core/index.js';
import type { CallWorld } from './call-world.ts';
import type { EdgePhone } from './phone.ts';
import type { EdgePhoneCall } from './phone-call.ts';
import { TRANSFER_PATIENCE_SEC } from './sip-constants.ts';
import { decoded, readNameAddr } from './sip-text.ts';

interface Around {
  session: Session;
  phone: EdgePhone;
  world: CallWorld;
}

interface Target {
  to: string;
  replaces: EdgePhoneCall<EdgePhone> | null;
}

/** A transfer a phone asked for (RFC 3515), until it is done or failed. The exchange decides; this only says so. */
export class Referral {
  readonly to: string;
  readonly replaces: EdgePhoneCall<EdgePhone> | null;
  readonly askedAtMs: number;
  private readonly session: Session;
  private readonly contact: string;

  private constructor({ to, replaces }: Target, { session, phone, world }: Around) {
    this.to = to;
    this.replaces = replaces;
    this.session = session;
    this.contact = phone.core.configuration.contact.toString();
    this.askedAtMs = world.nowMs();
  }

  /** Answers the request; null when it was refused. */
  static from(request: IncomingReferRequest, around: Around): Referral | null {
    const { phone, world } = around;
    const target = readReferTo(request.message.getHeaders('refer-to'), around);
    if ('status' in target) {
      if (target.suspicious) world.suspicious('forgedTransfer', phone, target.suspicious);
      request.reject({ statusCode: target.status });
      return null;
    }
    request.accept({ statusCode: 202 });
    return new Referral(target, around);
  }

  /** False when this was the last word. */
  notify(sipStatus: number, reason: string): boolean {
    const isLast = sipStatus >= 200;
    this.session.notify(undefined, {
      extraHeaders: [
        'Event: refer',
        `Subscription-State: ${isLast ? 'terminated;reason=noresource' : `active;expires=${TRANSFER_PATIENCE_SEC}`}`,
        `Contact: ${this.contact}`,
      ],
      body: {
        contentDisposition: 'render',
        contentType: 'message/sipfrag;version=2.0',
        content: `SIP/2.0 ${sipStatus} ${reason}\r\n`,
      },
    });
    return !isLast;
  }
}

/** A phone may name whom it hands its partner to, within this exchange, and one of its own calls; nothing else. */
function readReferTo(
  values: readonly string[],
  { phone, world }: Around,
): Target | { status: number; suspicious?: string } {
  const target = values.length === 1 ? readNameAddr(values[0]!) : null;
  if (!target) return { status: 603, suspicious: 'unreadable target' };
  const { uri } = target;
  const to = decoded(uri.user ?? '');
  if (uri.scheme !== 'sip' || !world.isOurs(uri.host)) return { status: 603, suspicious: 'foreign target' };
  if (!to) return { status: 603 };
  const { Replaces: replaces, ...others } = uri.headers as Record<string, string[]>;
  if (Object.keys(others).length || uri.hasParam('method')) return { status: 403, suspicious: 'headers in the target' };
  if (!replaces) return { to, replaces: null };
  const named = readReplaces(replaces[0] ?? '');
  if (!named) return { status: 603, suspicious: 'unreadable Replaces' };
  const found = world.findDialog(named.callId, named.tags);
  if (!found) return { status: 481 };
  if (found.account !== phone.account) return { status: 403, suspicious: 'call of another account' };
  // Phones name our own contact here; who is meant is whoever that call is with.
  return { to: found.call.dialog?.partner || to, replaces: found.call };
}

function readReplaces(escaped: string): { callId: string; tags: [string, string] } | null {
  const [callId, ...parameters] = (decoded(escaped) ?? '').split(';');
  const tag = (name: string): string | undefined =>
    parameters.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const [to, from] = [tag('to-tag'), tag('from-tag')];
  return callId && to && from ? { callId, tags: [to, from] } : null;
}
