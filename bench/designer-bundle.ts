import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** The bare page as one script. */
export async function bundle(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'openseat-bare-'));
  await build({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      minify: true,
      cssCodeSplit: false,
      lib: { entry: join(import.meta.dirname, 'designer-bare.tsx'), formats: ['iife'], name: 'bare', fileName: 'bare' },
    },
  });
  const files = readdirSync(outDir);
  const read = (ending: string): string =>
    readFileSync(
      join(
        outDir,
        files.find((name) => name.endsWith(ending))!,
      ),
      'utf8',
    );
  const script = `document.head.append(Object.assign(document.createElement('style'),{textContent:${JSON.stringify(read('.css'))}}));${read('.js')}`;
  rmSync(outDir, { recursive: true, force: true });
  return script;
}
