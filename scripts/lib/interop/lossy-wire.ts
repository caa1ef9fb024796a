import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { chanceOf, seedOf } from '#core/chance.ts';

interface Place {
  address: string;
  port: number;
}

/**
 * Carries SIP between us and a carrier and loses some of it, each way. Both take it for the other one: it stands at the carrier's
 * address, and in the heads of messages (contacts, routes) it writes itself where the far one stands, so that nothing goes around it.
 *
 *   us ◀──▶ front │ back ◀──▶ carrier
 */
export async function openLossyWire(us: Place, carrier: Place, lostShare: number) {
  const [front, back] = await Promise.all([openAt(carrier.address), openAt(carrier.address)]);
  const [frontAt, backAt] = [front.address(), back.address()];
  // The same messages are lost in every play, as far as they come in one order.
  const draw = chanceOf(seedOf('lossy wire'));
  const counts = { carried: 0, lost: 0 };

  const carry = (from: Socket, by: Socket, to: Place, rewrite: (head: string) => string): void => {
    from.on('message', (bytes) => {
      if (draw() < lostShare) return void counts.lost++;
      counts.carried++;
      const text = bytes.toString();
      const end = text.indexOf('\r\n\r\n');
      const head = end < 0 ? text : text.slice(0, end);
      by.send(rewrite(head) + text.slice(head.length), to.port, to.address, () => {});
    });
  };
  carry(front, back, carrier, (head) =>
    head.replaceAll(placeText(frontAt), placeText(carrier)).replaceAll(placeText(us), placeText(backAt)),
  );
  carry(back, front, us, (head) =>
    head.replaceAll(placeText(backAt), placeText(us)).replaceAll(placeText(carrier), placeText(frontAt)),
  );

  return {
    /** Where we find the carrier. */
    front: frontAt,
    /** Where the carrier finds us. */
    back: backAt,
    counts,
    close(): void {
      front.close();
      back.close();
    },
  };
}

async function openAt(address: string): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, address);
  await once(socket, 'listening');
  return socket;
}

const placeText = ({ address, port }: Place): string => `${address}:${port}`;
