import { WebSocket } from 'ws';
import { z } from 'zod';
import { attestations, diversionReasons } from '#core/telephony/network-word.ts';
import { FRAME_SAMPLES } from '#core/telephony/sound.ts';
import { openCarrierEnd } from '../embedded/sound/open-carrier-end.ts';
import { carrierCall, type CarrierLeg } from '../carrier.ts';
import { OUT_OF_ORDER } from './trunk-dialog.ts';

/*
 * A call that came in over a line of this process, led to the one where it is answered. Both ends hold a leg of the same kind,
 * and what a leg hears goes to the other end, where it is told on; sound is PCMU in binary messages.
 *
 *   carrier ◀─▶ leg ◀─▶ [speakOver] ◀── websocket ──▶ [speakOver] ◀─▶ leg ◀─▶ exchange
 */

/** The first thing said: which line brings which call. */
export const LedOffer = z.object({
  carrier: z.string().max(60),
  to: z.string().max(100),
  from: z.string().max(100),
  headers: z.record(z.string(), z.string()),
  networkWord: z
    .object({
      attestation: z.enum(attestations).nullable(),
      divertedFrom: z.string().nullable(),
      divertedBecause: z
        .enum(diversionReasons)
        .nullish()
        .transform((reason) => reason ?? null),
    })
    .nullable(),
});
export type LedOffer = z.infer<typeof LedOffer>;

const q850 = z.number().nullable();
const LegMessage = z.discriminatedUnion('is', [
  z.object({ is: z.literal('ringing') }),
  z.object({ is: z.literal('early') }),
  z.object({ is: z.literal('answered') }),
  /** The far side confirmed the answer. */
  z.object({ is: z.literal('confirmed') }),
  z.object({ is: z.literal('ended'), status: z.number().nullable(), q850 }),
  z.object({ is: z.literal('held'), held: z.boolean() }),
  z.object({ is: z.literal('key'), key: z.string().regex(/^[\dA-D*#]$/) }),
]);
type LegMessage = z.infer<typeof LegMessage>;

const KEY_MS = 160;
/** Four seconds of sound: what lags further behind is left out, as on any line. */
const MOST_UNSENT_BYTES = 4 * 50 * FRAME_SAMPLES;

export const offerOf = (carrier: string, { to, from, headers, networkWord }: CarrierLeg): LedOffer => ({
  carrier,
  to,
  from,
  headers: { ...headers },
  networkWord: networkWord && { ...networkWord, divertedBecause: networkWord.divertedBecause ?? null },
});

/** The end of a led call where it is answered: a leg for the exchange, and the one that speaks for it. */
export const ledLegs = ({ to, from, headers, networkWord }: LedOffer): { near: CarrierLeg; far: CarrierLeg } =>
  carrierCall(to, from, headers, networkWord);

/** So often the other process is asked whether it lives; a machine that is gone closes no connection. */
const ASK_MS = 5_000;

/** Ends a connection on which nothing was heard since it was asked for the last time. */
function watchLife(socket: WebSocket): void {
  let isAlive = true;
  const noteLife = (): void => void (isAlive = true);
  const asking = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, ASK_MS);
  asking.unref();
  socket.on('message', noteLife);
  socket.on('pong', noteLife);
  socket.once('close', () => clearInterval(asking));
}

/** Joins a leg to the other process. Whichever of the two is gone, the other hears that the way is broken. */
export function speakOver(leg: CarrierLeg, socket: WebSocket): void {
  let confirm: (() => void) | null = null;
  let isOver = false;
  let rest: Uint8Array = new Uint8Array(0);

  const say = (message: LegMessage): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const close = (): void => {
    isOver = true;
    socket.close();
  };
  leg.listener = {
    ringing: () => say({ is: 'ringing' }),
    earlyMedia: () => say({ is: 'early' }),
    answered: () => {
      say({ is: 'answered' });
      return new Promise<void>((done) => (confirm = done));
    },
    held: (held) => say({ is: 'held', held }),
    ended: (status, cause) => {
      say({ is: 'ended', status, q850: cause });
      close();
    },
  };
  const end = openCarrierEnd(leg);
  end.listener = {
    key: (key) => say({ is: 'key', key }),
    packet: ({ payload }) => {
      rest = rest.length === 0 ? payload : Buffer.concat([rest, payload]);
      for (; rest.length >= FRAME_SAMPLES; rest = rest.subarray(FRAME_SAMPLES))
        if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount < MOST_UNSENT_BYTES)
          // A copy: the memory of a packet is used again.
          socket.send(Buffer.from(rest.subarray(0, FRAME_SAMPLES)), { binary: true });
      rest = Uint8Array.from(rest);
    },
  };

  function obey(message: LegMessage): void {
    switch (message.is) {
      case 'ringing':
        return leg.ringing();
      case 'early':
        return leg.earlyMedia();
      case 'answered':
        return void Promise.resolve(leg.answer()).then(() => say({ is: 'confirmed' }));
      case 'confirmed':
        return confirm?.();
      case 'held':
        return leg.hold(message.held);
      case 'key':
        return end.sendKey(message.key, KEY_MS);
      case 'ended':
        isOver = true;
        return message.status === null ? leg.hangUp(message.q850) : leg.refuse(message.status, message.q850);
    }
  }

  socket.on('message', (data, isBinary) => {
    if (isOver) return;
    if (isBinary) return void (Buffer.isBuffer(data) && data.length === FRAME_SAMPLES && end.send(data));
    const message = LegMessage.safeParse(jsonIn(String(data)));
    if (message.success) obey(message.data);
    else socket.close();
  });
  watchLife(socket);
  socket.on('error', () => {});
  socket.on('close', () => {
    if (isOver) return;
    isOver = true;
    leg.refuse(503, OUT_OF_ORDER);
  });
}

/** Nothing where it is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
