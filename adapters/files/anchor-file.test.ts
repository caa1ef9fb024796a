import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { anchorFile } from './anchor-file.ts';

test('anchors come back as they were added, by tenant, and a line that was cut short harms none of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-anchors-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'anchors');
  const anchors = anchorFile(file);
  const anchor = (tenantId: number, seq: number) => ({ tenantId, seq, logId: seq, hash: 'ab', at: '2026-11-16' });
  expect(await anchors.of(1)).toEqual([]);
  await anchors.append([anchor(1, 1), anchor(2, 1)]);
  appendFileSync(file, '{"tenantId":1,"se\n');
  await anchors.append([anchor(1, 5)]);
  expect(await anchors.of(1)).toEqual([anchor(1, 1), anchor(1, 5)]);
});
