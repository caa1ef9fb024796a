import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** A page that is none of the product's, as one script with its styles in it. */
export async function bareScript(entry: string): Promise<string> {
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
      lib: { entry: join(import.meta.dirname, entry), formats: ['iife'], name: 'bare', fileName: 'bare' },
    },
  });
  const files = readdirSync(outDir);
  const read = (ending: string): string => {
    const name = files.find((one) => one.endsWith(ending));
    return name === undefined ? '' : readFileSync(join(outDir, name), 'utf8');
  };
  const styles = read('.css');
  const script = `${styles && `document.head.append(Object.assign(document.createElement('style'),{textContent:${JSON.stringify(styles)}}));`}${read('.js')}`;
  rmSync(outDir, { recursive: true, force: true });
  return script;
}
