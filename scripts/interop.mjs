// npm run interop [name …]: what others wrote against the whole product, on data of its own: identity providers, other browsers.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { buildPages } from './lib/pages.mjs';
import { ready } from './lib/ready.mjs';
import { main, run } from './lib/run.mjs';

/** The product's port, known before anything is loaded: what arranges a scene asks the product there. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  return port;
}

main(async () => {
  const { node, env } = await ready();
  await buildPages({ node, env });
  const withPort = { ...env, JOURNEY_PORT: String(await freePort()) };
  const wanted = process.argv.slice(2);
  process.exitCode = (
    await run(node, [join('scripts', 'lib', 'interop', 'play.ts'), ...wanted], { env: withPort })
  ).code;
});
