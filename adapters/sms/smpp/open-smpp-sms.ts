import { randomUUID } from 'node:crypto';
import type { Pdu, Session } from 'smpp';
import { SmsRefusal, type SmppAccount, type SmsListener, type SmsProvider } from '#core/sms/sms-provider.port.ts';
import { openSmppLink } from './open-smpp-link.ts';
import { bytesOf, isReceipt, partsOf, placeOf, receiptOf, textOf } from './smpp-text.ts';

const BIND_PATIENCE_MS = 10_000;
const ANSWER_PATIENCE_MS = 30_000;
const BUSY_TRIES = 5;
const BUSY_WAIT_MS = 1_000;
const JOIN_PATIENCE_MS = 600_000;
/** Queue full, throttled, system error: it may take it later. */
const BUSY = new Set([0x08, 0x14, 0x58]);
const NOT_NOW = 0x64;
const PAYLOAD_FROM = 140;

export interface SmppOptions {
  /** The address of a host, or null where we may not connect. */
  find(host: string): Promise<string | null>;
}

/**
 * A message centre by SMPP 3.4. Rules:
 * 1. A packet that was written and not answered may have left: the message is undecided, never sent again by itself.
 * 2. A receipt is asked for with the last part, whose name is the message's.
 * 3. The centre is told that we have a receipt or a reply once that is written down, and else keeps it for later.
 */
export function openSmppSms(account: SmppAccount, listener: SmsListener, { find }: SmppOptions): SmsProvider {
  const lostNow = new Set<() => void>();
  const joining = openJoining();
  let reference = 0;
  const link = openSmppLink({
    address: () => find(account.host),
    port: account.port,
    tls: account.tls ? { servername: account.host } : null,
    bind: { system_id: account.systemId, password: account.secret, system_type: account.systemType },
    onBound: (session) => void session.on('deliver_sm', (pdu: Pdu) => void take(session, pdu)),
    onLost() {
      for (const abandon of lostNow) abandon();
      lostNow.clear();
    },
  });

  async function take(session: Session, pdu: Pdu): Promise<void> {
    try {
      if (isReceipt(pdu)) {
        const receipt = receiptOf(pdu);
        if (receipt) await listener.report(receipt);
      } else {
        const text = joining.add(pdu);
        if (text !== null)
          await listener.reply({
            ref: randomUUID(),
            from: (pdu.source_addr ?? '').replace(/\D/g, ''),
            to: (pdu.destination_addr ?? '').replace(/\D/g, ''),
            text,
          });
      }
      session.send(pdu.response({ message_id: '' }));
    } catch {
      session.send(pdu.response({ command_status: NOT_NOW }));
    }
  }

  function submit(session: Session, fields: object): Promise<Pdu> {
    return new Promise((answered, failed) => {
      const undecided = (): void => {
        clearTimeout(late);
        lostNow.delete(undecided);
        failed(new SmsRefusal('undecided', 'lost'));
      };
      const late = setTimeout(undecided, ANSWER_PATIENCE_MS);
      lostNow.add(undecided);
      const isWritten = session.submit_sm(fields, (pdu) => {
        clearTimeout(late);
        lostNow.delete(undecided);
        answered(pdu);
      });
      if (isWritten) return;
      clearTimeout(late);
      lostNow.delete(undecided);
      failed(new SmsRefusal('later', 'unreachable'));
    });
  }

  /** Asked again while the centre is busy; a text half of which left cannot begin anew. */
  async function put(session: Session, fields: object, isFirst: boolean): Promise<string> {
    for (let turn = 1; ; turn += 1) {
      const { command_status: status, message_id: ref = '' } = await submit(session, fields);
      if (status === 0) return ref;
      const reason = `smpp ${status}`;
      if (!BUSY.has(status)) throw new SmsRefusal('final', reason);
      if (isFirst) throw new SmsRefusal('later', reason);
      if (turn === BUSY_TRIES) throw new SmsRefusal('undecided', reason);
      await new Promise((wake) => setTimeout(wake, BUSY_WAIT_MS));
    }
  }

  return {
    repeatable: false,
    async send({ to, text }) {
      const session = await link.bound(BIND_PATIENCE_MS);
      if (!session) throw new SmsRefusal('later', link.why(), { nothingLeft: true });
      const base = { ...sourceOf(account.from), dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: to };
      const whole = bytesOf(text);
      if (account.longAs === 'payload' && whole.bytes.length > PAYLOAD_FROM) {
        return {
          ref: await put(
            session,
            { ...base, data_coding: whole.coding, registered_delivery: 1, message_payload: { message: whole.bytes } },
            true,
          ),
        };
      }
      reference += 1;
      const parts = partsOf(text, reference);
      let ref = '';
      for (const [place, { coding, udh, bytes }] of parts.entries()) {
        const isLast = place === parts.length - 1;
        const fields = {
          ...base,
          data_coding: coding,
          esm_class: udh ? 0x40 : 0,
          registered_delivery: isLast ? 1 : 0,
          short_message: { message: bytes, ...(udh ? { udh } : {}) },
        };
        // Lost between two parts: the first of them is on its way.
        ref = await put(session, fields, place === 0).catch((refusal: SmsRefusal) => {
          throw place > 0 && refusal.kind === 'later' ? new SmsRefusal('undecided', refusal.reason) : refusal;
        });
      }
      return { ref };
    },
    close: () => link.close(),
  };
}

/** Numbers of the world, short codes and names are different kinds of senders. */
function sourceOf(from: string): object {
  if (from === '') return {};
  const digits = from.replace(/^\+/, '');
  if (!/^\d+$/.test(digits)) return { source_addr_ton: 5, source_addr_npi: 0, source_addr: from };
  return digits.length <= 6
    ? { source_addr_ton: 3, source_addr_npi: 0, source_addr: digits }
    : { source_addr_ton: 1, source_addr_npi: 1, source_addr: digits };
}

/** Joins the parts of long replies; null until the last one is there. */
function openJoining() {
  const begun = new Map<string, { parts: (string | undefined)[]; sinceMs: number }>();
  return {
    add(pdu: Pdu): string | null {
      const place = placeOf(pdu);
      if (!place || place.total < 2 || place.place < 1 || place.place > place.total) return textOf(pdu);
      const nowMs = performance.now();
      for (const [key, { sinceMs }] of begun) if (nowMs - sinceMs > JOIN_PATIENCE_MS) begun.delete(key);
      const key = `${pdu.source_addr} ${place.reference} ${place.total}`;
      const { parts } = begun.get(key) ?? { parts: Array.from<string | undefined>({ length: place.total }) };
      parts[place.place - 1] = textOf(pdu);
      begun.set(key, { parts, sinceMs: begun.get(key)?.sinceMs ?? nowMs });
      if (parts.includes(undefined)) return null;
      begun.delete(key);
      return parts.join('');
    },
  };
}
