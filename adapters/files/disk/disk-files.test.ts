import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesSuite } from '#core/files/files.suite.ts';
import { diskFiles } from './disk-files.ts';

filesSuite(() => diskFiles(mkdtempSync(join(tmpdir(), 'openseat-files-'))));
