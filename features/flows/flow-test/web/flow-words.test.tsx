import { renderHook, waitFor } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { hasText } from '#platform/web/i18n.ts';
import { flowTest, useFlowWord } from './index.ts';

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
  const { current: flowWord } = renderHook(useFlowWord).result;
  expect([
    flowWord('why', 'noDestination'),
    flowWord('language', 'es'),
    flowWord('person', 'human'),
    flowWord('text', 'human'),
    flowWord('why', 'odd'),
  ]).toEqual(['no destination was chosen', 'Spanish', 'a person', 'human', 'odd']);
  expect(flowWord('why', 'mailboxGone')).toContain('mailbox');
});

test('[FLOW-05] a reason that is a refusal is told when the words of refusals come, and by no other name before', async () => {
  // As on a page that was just opened: here they have come already.
  vi.resetModules();
  const opened = await import('./flow-words.ts');
  const { result } = renderHook(opened.useFlowWord);
  expect([result.current('why', 'mailboxGone'), result.current('text', 'mailboxGone')]).toEqual(['', 'mailboxGone']);
  await waitFor(() => expect(result.current('why', 'mailboxGone')).toContain('mailbox'));
});
