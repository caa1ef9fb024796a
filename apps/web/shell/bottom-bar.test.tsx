import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { leaf, saying, showShell } from './shell.fixture.tsx';

const real = window.matchMedia;
afterEach(() => void (window.matchMedia = real));

/** A window so wide; queries of the product say the widest they mean. */
function windowOf(width: number): void {
  window.matchMedia = (query) => ({
    ...real(query),
    matches: width <= Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0),
  });
}
const menu = [leaf('/home', 'Home'), leaf('/workBench', 'Workbench'), leaf('/record', 'Call records')];
const routes = () =>
  menu.map(({ key }) => ({ path: key, title: 'shell.systemTitle' as const, page: saying(`page ${key}`) }));

test('[phone bar] on a phone the most used places and the whole menu are where a thumb is', async () => {
  windowOf(390);
  await showShell({ at: '/home', menu, routes: routes() });
  const bar = await screen.findByRole('navigation', { name: 'Most used pages' });
  const names = within(bar)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Home', 'Workbench', 'Call records']);
  expect(within(bar).getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page');
  fireEvent.click(within(bar).getByRole('link', { name: 'Workbench' }));
  expect(await screen.findByText('page /workBench')).toBeTruthy();
  fireEvent.click(within(bar).getByRole('button', { name: 'Open menu' }));
  expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeTruthy();
});

test.each([800, 1440])('[phone bar] a window of %d pixels has none', async (width) => {
  windowOf(width);
  await showShell({ at: '/workBench', menu, routes: routes() });
  await screen.findByText('page /workBench');
  expect(screen.queryByRole('navigation', { name: 'Most used pages' })).toBeNull();
});
