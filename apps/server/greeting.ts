import type { AddressInfo } from 'node:net';
import { DEMO_PASSWORD, demoOperator, demoPeople } from '#db/seed.ts';
import { setupLink } from '#features/team/account/server/index.ts';
import { hasDemoTenants } from '#platform/server/demo-tenants.ts';
import type { World } from '#platform/server/world.ts';
import { waysIn, type Config } from './config.ts';

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
  if (config.demo) lines.push(...demoLines(config));
  else {
    const link = await setupLink(world, url);
    if (link) lines.push('  Create the first owner with this one-time link:', `    ${link}`);
    if (await world.db.everyTenant('the demo, if there was one', hasDemoTenants))
      lines.push(
        '  An earlier start left the demo in this data: its people cannot sign in and its keys open nothing.',
        '  DEMO=1 opens it again.',
      );
  }
  if (whereabouts) lines.push('', `  ${whereabouts}`);
  console.log([...lines, ''].join('\n'));
}

function demoLines(config: Config): string[] {
  const ways = waysIn(config);
  return [
    `  Demo sign-ins (password ${DEMO_PASSWORD}):`,
    ...demoPeople.map((person) => `    ${person.email.padEnd(26)}${person.tenant}, ${person.what}`),
    `    ${demoOperator.email.padEnd(26)}runs the installation; its code is among the demo's kept messages`,
    ...(ways.length > 0
      ? [
          '',
          `  This is the demo, and others can reach it (${ways.join(', ')}): everybody who knows the password above, which is`,
          '  in the manual, may sign in as its owners. Its kept messages are shown on this machine alone.',
          '  Keep nothing real in it; DEMO=0 starts without it.',
        ]
      : []),
  ];
}
