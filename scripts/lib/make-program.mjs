// Makes one program of the server's sources, where there is none that fits them. Run by `buildProgram` on the Node that reads types.
import { hash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { builtProgram } from '../../apps/server/built-program.ts';
import { root } from './root.mjs';

/** Libraries of many small files that stand alone: they are read with our own. Every other package stays where it is. */
const PACKED = ['kysely', 'sip.js', 'zod'];
const ENTRY = 'serve.js';
const target = join(root, 'dist', 'server');

async function make(aside) {
  const startedAt = Date.now();
  const { build } = await import('vite');
  const sources = new Map();
  const noted = {
    name: 'noted',
    enforce: 'pre',
    // Before it is read: one that changes meanwhile is not what the list says.
    load: (id) => void (isAbsolute(id) && !id.includes('?') && sources.set(id, marksOf(id))),
  };
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: PACKED },
    plugins: [noted, placesOf(), plainHttp],
    build: {
      ssr: join(root, 'apps/server/serve.ts'),
      outDir: aside,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { entryFileNames: ENTRY, chunkFileNames: '[name].js' } },
    },
  });
  // Whoever made it is a source of it, too.
  const maker = join(root, 'scripts/lib/make-program.mjs');
  sources.set(maker, marksOf(maker));
  writeFileSync(join(aside, 'built-from.json'), JSON.stringify({ entry: ENTRY, sources: [...sources.values()] }));
  // Another start may have made it meanwhile, and run it by now.
  if (builtProgram(target, root)) return rmSync(aside, { recursive: true, force: true });
  rmSync(target, { recursive: true, force: true });
  renameSync(aside, target);
  console.log(`Server built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

function marksOf(file) {
  const { size, mtimeMs, ctimeMs } = statSync(file);
  return [relative(root, file), hash('sha256', readFileSync(file), 'base64'), size, mtimeMs, ctimeMs];
}

/** Whatever a source asks about its own place, it is told where the source lies, seen from where the program will. */
function placesOf() {
  const way = (path) => JSON.stringify(relative(target, path).replaceAll('\\', '/'));
  return {
    name: 'places',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.ts') || id.includes('/node_modules/') || !code.includes('import.meta.')) return null;
      const folder = `process.getBuiltinModule('node:path').join(import.meta.dirname, ${way(dirname(id))})`;
      return code
        .replaceAll(/\bimport\.meta\.url\b/g, `new URL(${way(id)}, import.meta.url).href`)
        .replaceAll(/\bimport\.meta\.dirname\b/g, folder);
    },
  };
}

/**
 * What `node:http` gives, taken as CommonJS takes it. An import reads every name of a module of Node's own, and one of these is a getter
 * that loads all of its client of other servers.
 */
const HTTP_NAMES =
  'Agent, ClientRequest, IncomingMessage, METHODS, OutgoingMessage, STATUS_CODES, Server, ServerResponse, createServer, get, globalAgent, maxHeaderSize, request, setMaxIdleHTTPParsers, validateHeaderName, validateHeaderValue';
const plainHttp = {
  name: 'plain-http',
  enforce: 'pre',
  resolveId: (id) => (id === 'node:http' ? '\0plain-http' : null),
  load: (id) =>
    id === '\0plain-http'
      ? `const http = process.getBuiltinModule('node:http');\nexport const { ${HTTP_NAMES} } = http;\nexport default http;`
      : null,
};

if (!builtProgram(target, root)) await make(`${target}-unfinished-${process.pid}`);
