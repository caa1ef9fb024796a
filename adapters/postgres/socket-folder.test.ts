import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findSocketFolder, socketSettings } from './socket-folder.ts';

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sockets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a socket lies where its owner alone may enter, without what a killed predecessor left', () => {
  const folder = aFolder();
  const sockets = findSocketFolder({ folder, account: undefined })!;
  expect(statSync(sockets).mode & 0o777).toBe(0o700);
  writeFileSync(join(sockets, '.s.PGSQL.5432.lock'), '1');
  expect(findSocketFolder({ folder, account: undefined })).toBe(sockets);
  expect(existsSync(join(sockets, '.s.PGSQL.5432.lock'))).toBe(false);
  expect(socketSettings(sockets)).toMatchObject({ unix_socket_directories: `"${sockets}"` });
});

test('where the path is too long for a socket, or cannot be told to PostgreSQL, the port alone serves', () => {
  const folder = aFolder();
  for (const name of ['x'.repeat(100), 'a,b', 'a"b']) {
    mkdirSync(join(folder, name));
    expect(findSocketFolder({ folder: join(folder, name), account: undefined })).toBeNull();
  }
  expect(socketSettings(null)).toEqual({});
});
