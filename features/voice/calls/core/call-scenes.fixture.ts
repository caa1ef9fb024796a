import type { CallEffect } from '#core/call/call-events.ts';
import { ana, anInbound, anOutbound, budi, CALLER, handTo, offerTo, play, type Played } from './call-player.fixture.ts';

/** What a call asked for, looked at from several sides. */
export const types = (effects: CallEffect[]) => effects.map(({ type }) => type);
export const closing = (played: Played) =>
  played.effects.filter((effect) => effect.type === 'close').map(({ end }) => end);
export const notes = (played: Played) =>
  played.effects.flatMap((effect) => (effect.type === 'note' ? [effect.event.type] : []));
export const only = <T extends CallEffect['type']>(effects: CallEffect[], type: T) =>
  effects.filter((effect): effect is Extract<CallEffect, { type: T }> => effect.type === type);

/** A caller in line, who hears the music. */
export function inLine(...plan: Parameters<typeof anInbound>): Played {
  const played = play(anInbound(...plan));
  played.send({ type: 'placed', mayCallBack: true, language: null, wrapUpMs: null });
  played.send({ type: 'legAnswered', leg: CALLER });
  return played;
}

/** …and Ana talks to them. */
export function served(...plan: Parameters<typeof anInbound>): Played {
  const played = inLine(...plan);
  played.send(offerTo(ana));
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
  return played;
}

/** Ana called somebody who answered. */
export function talkingOut(...plan: Parameters<typeof anOutbound>): Played {
  const played = play(anOutbound(...plan));
  played.send({ type: 'legAnswered', leg: played.leg('customer') });
  played.send({ type: 'legAnswered', leg: CALLER });
  return played;
}

/** Ana talks to a third person while the customer waits. */
export function consulting(played = served(), third = budi): Played {
  played.send(handTo(third, 'consult'));
  played.send({ type: 'legAnswered', leg: played.leg('third') });
  return played;
}
