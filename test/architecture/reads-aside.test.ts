import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-tree.ts';

/** What a copy of the database may answer: heavy, repeatable, and a moment's wait costs nobody anything (docs/decisions/0037-database.md). */
const readAside = [
  'features/chat/chat-reports/server/report.repo.ts',
  'features/customers/customer-files/server/export-rows.ts',
  'features/figures/statistics/server/export.ts',
  'features/figures/statistics/server/read-parts.ts',
  'features/operator/tenants/server/tenant-export.ts',
  'features/voice/call-records/server/export.ts',
  'features/voice/dashboard/server/figures.repo.ts',
];

test('reports and exports go to copies of the database, and nothing else does', () => {
  const asking = sourceFiles('features').filter((file) =>
    /\bdb\.(readAside|copyOut)\(/.test(readFileSync(file, 'utf8')),
  );
  expect(asking.sort()).toEqual(readAside);
});
