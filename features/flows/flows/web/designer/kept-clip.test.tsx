import { expect, test } from 'vitest';
import { noClip, writeClip } from '../../core/clip.ts';
import { aViewer } from '#platform/web/page.fixture.tsx';
import { session } from '#platform/web/session.ts';
import { viewer } from '#platform/web/viewer.ts';
import { keepClip, keptClip } from './kept-clip.ts';

const clip = { ...noClip, notes: [{ id: 'note1', text: 'Mine', x: 0, y: 0, width: 200, height: 100 }] };
const theirs = { ...noClip, notes: [{ ...clip.notes[0]!, text: 'Of the other tab' }] };

test('[CC-07] what was copied last counts, in whichever tab; another team has none of it', () => {
  viewer.set(aViewer({ tenantId: 7 }));
  keepClip(clip);
  expect(keptClip()).toEqual(clip);
  localStorage.setItem('openseat.handed.steps.7', writeClip(theirs));
  expect(keptClip()).toEqual(theirs);
  viewer.set(aViewer({ tenantId: 8 }));
  expect(keptClip()).toEqual(noClip);
});

test('[CC-07] what is too much for the browser’s store, or was spoilt there, this tab still has', () => {
  viewer.set(aViewer({ tenantId: 9 }));
  keepClip(clip);
  localStorage.setItem('openseat.handed.steps.9', '{');
  expect(keptClip()).toEqual(clip);
});

test('[CC-07] nothing that was copied stays in the browser when somebody signs out', () => {
  viewer.set(aViewer({ tenantId: 10 }));
  localStorage.setItem('openseat.choice.theme', 'dark');
  keepClip(clip);
  expect(localStorage.getItem('openseat.handed.steps.10')).toContain('Mine');
  session.end();
  expect(localStorage.getItem('openseat.handed.steps.10')).toBeNull();
  expect(localStorage.getItem('openseat.choice.theme')).toBe('dark');
});
