import type { IncomingReferRequest, Session } from 'sip.js/lib/core/index.js';
import type { Call, CallWorld } from './sip-call.ts';
import type { Phone } from './phone.ts';
import { decoded, readNameAddr } from './sip-text.ts';

interface Around {
  session: Session;
  call: Call;
  phone: Phone;
  world: CallWorld;
}

type Asked = { to: string; replaces: Call | null } | { status: number; suspicious?: string };

/** A transfer a phone asked for (RFC 3515), until it is done or failed. The exchange decides; this only says so. */
export class Referral {
  private readonly session: Session;
  private readonly contact: string;

  private constructor({ session, phone }: Around) {
    this.session = session;
    this.contact = phone.core.configuration.contact.toString();
  }

  /** Null when it was refused, and answered so. */
  static from(request: IncomingReferRequest, around: Around): Referral | null {
    const { call, phone, world } = around;
    const asked = readReferTo(request.message.getHeaders('refer-to'), around);
    if ('status' in asked) {
      if (asked.suspicious) world.suspicious('forgedTransfer', phone, asked.suspicious);
      request.reject({ statusCode: asked.status });
      return null;
    }
    request.accept({ statusCode: 202 });
    const referral = new Referral(around);
    referral.notify(100, 'Trying');
    call.tell((handle) => handle.transferAsked?.(asked.to, asked.replaces));
    return referral;
  }

  /** False when this was the last word. */
  notify(sipStatus: number, reason: string): boolean {
    const isLast = sipStatus >= 200;
    this.session.notify(undefined, {
      extraHeaders: ['Event: refer', `Subscription-State: ${isLast ? 'terminated;reason=noresource' : 'active;expires=60'}`, `Contact: ${this.contact}`],
      body: { contentDisposition: 'render', contentType: 'message/sipfrag;version=2.0', content: `SIP/2.0 ${sipStatus} ${reason}\r\n` },
    });
    return !isLast;
  }
}

/** A phone may name whom it hands its partner to, within this exchange, and one of its own calls; nothing else. */
function readReferTo(values: readonly string[], { phone, world }: Around): Asked {
  const target = values.length === 1 ? readNameAddr(values[0]!) : null;
  if (!target) return { status: 603, suspicious: 'unreadable target' };
  const { uri } = target;
  const to = decoded(uri.user ?? '');
  if (uri.scheme !== 'sip' || uri.host !== world.domain) return { status: 603, suspicious: 'foreign target' };
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
  const tag = (name: string): string | undefined => parameters.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const [to, from] = [tag('to-tag'), tag('from-tag')];
  return callId && to && from ? { callId, tags: [to, from] } : null;
}
