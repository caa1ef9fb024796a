import { useSyncExternalStore } from 'react';
import { createEmitter } from '../emitter.ts';
import { choice } from '../session.ts';

/** What the user asked for. */
export type ThemeChoice = 'light' | 'dark' | 'system';
/** What is drawn. */
export type Scheme = 'light' | 'dark';

const NAME = 'theme';
const system = window.matchMedia('(prefers-color-scheme: dark)');
const drawings = createEmitter();

/** The theme the user chose on this machine; `system` until then. */
export function themeChoice(): ThemeChoice {
  const kept = choice.get(NAME);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** The theme that is drawn now. */
export function scheme(): Scheme {
  const chosen = themeChoice();
  return chosen === 'system' ? (system.matches ? 'dark' : 'light') : chosen;
}

function apply(): void {
  const root = document.documentElement;
  root.dataset['theme'] = scheme();
  root.dataset['mantineColorScheme'] = scheme();
  drawings.emit();
}

/** Chooses a theme for this machine and draws it at once. */
export function chooseTheme(next: ThemeChoice): void {
  choice.set(NAME, next);
  apply();
}

/** Draws the chosen theme and follows the system and the other tabs; called before anything is drawn. */
export function startTheme(): void {
  system.addEventListener('change', apply);
  window.addEventListener('storage', apply);
  apply();
}

/** The choice and the drawn theme, for a component. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(drawings.subscribe, themeChoice);
export const useScheme = (): Scheme => useSyncExternalStore(drawings.subscribe, scheme);
