import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { hasText } from '#platform/web/i18n.ts';
import { flowTest, flowWord } from './index.ts';

/** Every note the source tells, wherever a conversation is held. */
function notesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith('.ts') && !name.includes('.test.'))
    .flatMap(({ parentPath, name }) => [
      ...readFileSync(join(parentPath, name), 'utf8').matchAll(/MessageType\.note,\s*(?:\{[^}]*\}|.*)/g),
    ])
    .flatMap(([line]) =>
      [...line.matchAll(/note: (?:[\w.]+ \? '(\w+)' : )?'(\w+)'/g)]
        .flatMap(([, one, other]) => [one, other])
        .filter((note) => note !== undefined),
    );
}

test('[FLOW-05] every note of a flow is told in words', async () => {
  await ensureFeatureTexts(flowTest);
  const notes = new Set([...notesOf('core/flow'), ...notesOf('features/flows/flow-talks/server')]);
  expect(notes.size).toBeGreaterThan(15);
  expect([...notes].filter((note) => !hasText(`flow-test.note.${note}`))).toEqual([]);
});

test('[FLOW-05] reasons, languages and who was heard have names; what has none stays as it is', async () => {
  await ensureFeatureTexts(flowTest);
  expect([
    flowWord('why', 'noDestination'),
    flowWord('language', 'es'),
    flowWord('person', 'human'),
    flowWord('text', 'human'),
    flowWord('why', 'odd'),
  ]).toEqual(['no destination was chosen', 'Spanish', 'a person', 'human', 'odd']);
  expect(flowWord('why', 'mailboxGone')).toContain('mailbox');
});
