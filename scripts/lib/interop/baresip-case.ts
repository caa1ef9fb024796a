import { setTimeout as pause } from 'node:timers/promises';
import { baresipLacks, openBaresip } from './baresip.ts';
import type { InteropCase } from './case.ts';

const SAYS_HZ = 600;
/** In the demo's world outside, somebody who repeats what is said. */
const ECHOES = '+14155550101';
const TALK_MS = 4_000;
const PATIENCE_MS = 15_000;

/** Debian's baresip as the desk phone of an agent, over every transport: it registers, calls somebody outside and hears itself. */
export const baresipCase: InteropCase = {
  name: 'baresip',

  lacks: async () => baresipLacks(),

  async play(product) {
    const seen: string[] = [];
    for (const transport of ['udp', 'tcp'] as const) {
      const { account, password, ways } = await product.deskPhone();
      const way = ways.find((each) => each.transport === transport);
      if (!way) throw new Error(`No port is shown for ${transport}.`);
      const server = `${way.host}:${way.port};transport=${transport}`;
      const phone = await openBaresip({ user: account, password, server, saysHz: SAYS_HZ });
      try {
        if (!(await product.isRegistered(PATIENCE_MS))) throw new Error(`It did not register over ${transport}.`);
        await phone.command('dial', ECHOES);
        await pause(TALK_MS);
        await phone.command('hangup');
        const heard = phone.heard();
        if ((heard.get(String(SAYS_HZ)) ?? 0) < 4)
          throw new Error(`It did not hear itself over ${transport}: ${JSON.stringify([...heard])}`);
        seen.push(`${transport}: registered, called ${ECHOES}, heard its own ${SAYS_HZ} Hz back`);
      } finally {
        phone.close();
      }
    }
    return seen;
  },
};
