import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { builtProgram } from './built-program.ts';

/*
 * The server. What runs is `serve.ts`: as one program that `npm start` made of its sources, where it fits them, else the sources
 * themselves, which takes a second longer.
 */
const root = join(import.meta.dirname, '../..');
const built = builtProgram(join(root, 'dist/server'), root);
// Beside the product's own data, where nobody else may write: what lies there is run.
if (built) enableCompileCache(join(process.env.DATA_DIR || './data', 'compiled'));
await import(built ?? './serve.ts');
