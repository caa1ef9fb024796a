import type { AddressInfo } from 'node:net';
import smpp, { type Pdu, type Session } from 'smpp';
import { rehearsedPhone } from '#core/sms/rehearsal-script.ts';
import { bytesOf, placeOf, textOf } from './smpp-text.ts';

/** A message centre in this process, made with the package's own server; its phones follow the script. */
export async function openLocalCentre({ password = 'pw', port = 0 }: { password?: string; port?: number } = {}) {
  const phones: { to: string; text: string }[] = [];
  const packets: Pdu[] = [];
  /** What clients answered to what we delivered. */
  const answers: number[] = [];
  const joined = new Map<string, string>();
  let ids = 0;
  let mood: 'well' | 'busy' | 'silent' = 'well';
  const stat = { delivered: 'DELIVRD', notDelivered: 'UNDELIV', failed: 'REJECTD' };

  function deliver(session: Session, fields: object): void {
    session.deliver_sm(fields, ({ command_status: status }) => answers.push(status));
  }

  function submitted(session: Session, pdu: Pdu): void {
    packets.push(pdu);
    if (mood === 'silent') return;
    if (mood === 'busy') return void session.send(pdu.response({ command_status: 0x58 }));
    const to = pdu.destination_addr!;
    const phone = rehearsedPhone(to);
    if (phone.refuses) return void session.send(pdu.response({ command_status: 0x0b }));
    const id = `m${(ids += 1)}`;
    session.send(pdu.response({ message_id: id }));
    const place = placeOf(pdu);
    const key = `${to} ${place?.reference}`;
    const text = (place && place.place > 1 ? joined.get(key)! : '') + textOf(pdu);
    joined.set(key, text);
    if (place && place.place < place.total) return;
    phones.push({ to, text });
    if (!pdu.registered_delivery) return;
    deliver(session, {
      esm_class: 0x04,
      source_addr: to,
      destination_addr: pdu.source_addr,
      short_message: `id:${id} sub:001 dlvrd:001 submit date:2611151200 done date:2611151200 stat:${stat[phone.outcome]} err:000 text:`,
    });
    if (phone.answers === null) return;
    const { bytes, coding } = bytesOf(phone.answers);
    deliver(session, {
      source_addr: to,
      destination_addr: '5255',
      data_coding: coding,
      short_message: { message: bytes },
    });
  }

  const server = smpp.createServer((session) => {
    session.on('error', () => session.destroy());
    session.on('bind_transceiver', (pdu: Pdu) =>
      session.send(pdu.response(pdu.password === password ? { system_id: 'centre' } : { command_status: 0x0e })),
    );
    session.on('submit_sm', (pdu: Pdu) => submitted(session, pdu));
    session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
    session.on('unbind', (pdu: Pdu) => session.send(pdu.response()));
  });
  await new Promise<void>((listening) => void server.listen(port, '127.0.0.1', listening));

  return {
    port: (server.address() as AddressInfo).port,
    phones,
    packets,
    answers,
    be(next: typeof mood) {
      mood = next;
    },
    /** A reply in as many packets as given. */
    write(from: string, ...parts: { message: Buffer; udh?: Buffer; coding: number }[]) {
      for (const { coding, ...short } of parts)
        deliver(server.sessions[0]!, {
          source_addr: from,
          destination_addr: '5255',
          data_coding: coding,
          esm_class: short.udh ? 0x40 : 0,
          short_message: short,
        });
    },
    hangUp() {
      for (const session of server.sessions.slice()) session.destroy();
    },
    close: () =>
      new Promise<void>((closed) => {
        for (const session of server.sessions.slice()) session.destroy();
        server.close(() => closed());
      }),
  };
}
