import type { AddressInfo } from 'node:net';
import { DEMO_PASSWORD, demoPeople } from '#db/seed.ts';
import { setupLink } from '#features/team/account/server/index.ts';
import type { World } from '#platform/server/world.ts';
import type { Config } from './config.ts';

/** Says where to go and how to get in, once, on the terminal. */
export async function greet(
  world: World,
  config: Config,
  address: AddressInfo | string | null,
  whereabouts: string | null = null,
): Promise<void> {
  const port = typeof address === 'object' && address ? address.port : config.port;
  const url = config.publicUrl ?? `${config.tls ? 'https' : 'http'}://localhost:${port}`;
  const lines = ['', `  OpenSeat is ready: ${url}`, ''];
  if (config.demo) {
    lines.push(`  Demo sign-ins (password ${DEMO_PASSWORD}):`);
    for (const person of demoPeople) lines.push(`    ${person.email.padEnd(26)}${person.tenant}, ${person.what}`);
    if (!isOwnMachine(config.host))
      lines.push(
        '',
        `  This is the demo, and others can reach it (HOST=${config.host}): everybody may sign in and read its messages.`,
        '  Keep nothing real in it; DEMO=0 starts without it.',
      );
  } else {
    const link = await setupLink(world, url);
    if (link) lines.push('  Create the first owner with this one-time link:', `    ${link}`);
  }
  if (whereabouts) lines.push('', `  ${whereabouts}`);
  console.log([...lines, ''].join('\n'));
}

const isOwnMachine = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
