import { expect, test } from 'vitest';
import { listenerNews, type ListenedCall } from './listener-news.ts';

const call = (...monitoredBy: ListenedCall['monitoredBy'][number][]): ListenedCall => ({ callId: 'c1', monitoredBy });
const listens = { name: 'Sofia', mode: 'listen' } as const;
const whispers = { name: 'Sofia', mode: 'whisper' } as const;
const joins = { name: 'Noor', mode: 'barge' } as const;

test.each<[string, ListenedCall[], ListenedCall[], object[]]>([
  ['somebody begins to listen', [call()], [call(listens)], [{ name: 'Sofia', what: 'listen' }]],
  ['they whisper instead', [call(listens)], [call(whispers)], [{ name: 'Sofia', what: 'whisper' }]],
  ['another one joins', [call(whispers)], [call(whispers, joins)], [{ name: 'Noor', what: 'barge' }]],
  ['one of two leaves', [call(whispers, joins)], [call(joins)], [{ name: 'Sofia', what: 'left' }]],
  [
    'one comes as the other leaves',
    [call(listens)],
    [call(joins)],
    [
      { name: 'Noor', what: 'barge' },
      { name: 'Sofia', what: 'left' },
    ],
  ],
  ['nothing changed', [call(listens)], [call(listens)], []],
  ['the page is loaded anew', [], [call(listens)], []],
  ['the call is over', [call(listens)], [], []],
])('[CALL-09] an agent is told who listens: %s', (_, before, now, news) => {
  expect(listenerNews(before, now)).toEqual(news);
});
