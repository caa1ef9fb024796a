import type { AriLeg } from './leg-book.ts';
import { hangUpChannel, refuseChannel } from './leg-orders.ts';
import type { LegTeller } from './leg-teller.ts';

/** How we end legs. The end is told at once: what the far side still says is not heard any more. */
export class LegEnds {
  readonly #teller: LegTeller;

  constructor(teller: LegTeller) {
    this.#teller = teller;
  }

  hangUp = async (leg: AriLeg): Promise<void> => {
    if (leg.at === 'answered') this.#teller.ended(leg, { cause: 'normal', sipStatus: null, by: 'us' });
    else if (leg.made === 'rung') this.#teller.ended(leg, { cause: 'cancelled', sipStatus: 487, by: 'us' });
    else return this.refuse(leg, 480);
    await hangUpChannel(leg);
  };

  async refuse(leg: AriLeg, sipStatus: number): Promise<void> {
    if (leg.made !== 'offered' || leg.at !== 'waiting') return this.hangUp(leg);
    this.#teller.ended(leg, { cause: 'refused', sipStatus, by: 'us' });
    await refuseChannel(leg, sipStatus);
  }
}
