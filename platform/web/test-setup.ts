import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { changeLanguage, ensureCodeTexts, startTexts } from './i18n.ts';
import { viewer } from './viewer.ts';

// Every test of a screen begins as a fresh English browser in which nobody is signed in.
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  viewer.set(null);
  await Promise.all([startTexts(), ensureCodeTexts()]);
  await changeLanguage('en-US');
});

afterEach(cleanup);
