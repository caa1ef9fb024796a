import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { ensureCodeTexts } from './code-texts.fixture.ts';
import { bringFailures } from './failures.ts';
import { changeLanguage, startTexts } from './i18n.ts';
import { queryClient } from './query-client.ts';
import { shellDialogs } from './shell-dialogs.ts';
import { titleNote } from './title-note.ts';
import { toastList } from './ui/toast-list.ts';
import { viewer } from './viewer.ts';

// A busy machine draws late: how long something may take is no question of these tests.
configure({
  asyncUtilTimeout: 20_000,
  // Some files look for what is hidden too, and say so: those after them in the same worker do not.
  defaultHidden: false,
  // A search that is tried again until something is there says what it saw when it gives up, and draws nothing before.
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isTriedAgain } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    const seen = isTriedAgain ? '' : prettyDOM(container as HTMLElement);
    return Object.assign(new Error([message, seen].filter(Boolean).join('\n\n')), {
      name: 'TestingLibraryElementError',
    });
  },
});

// Frames come as timers do, and are taken back as timers are: no frame outlives its test.
globalThis.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 0) as unknown as number;
globalThis.cancelAnimationFrame = (frame) => clearTimeout(frame);

// Every test of a screen begins as a fresh English browser in which nobody is signed in.
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  viewer.set(null);
  await Promise.all([startTexts(), bringFailures(), ensureCodeTexts()]);
  await changeLanguage('en-US');
});

// What the shell keeps for all pages does not outlive the page: answers, notices, dialogs, the note in the tab.
afterEach(() => {
  cleanup();
  queryClient.clear();
  for (const { key } of toastList.get()) toastList.close(key);
  shellDialogs.close();
  titleNote.set('');
});

// Files share their browser: what one of them put in the place of something else is gone before the next begins.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});
