import { expect, test, vi } from 'vitest';
import { addressOf, browserPlaces, partsOf, resolved } from './history.ts';

test('an address has three parts, each of which may be missing', () => {
  expect(partsOf('/calls/7?tab=2#end')).toEqual({ pathname: '/calls/7', search: '?tab=2', hash: '#end' });
  expect(partsOf('?tab=2')).toEqual({ pathname: '', search: '?tab=2', hash: '' });
  expect(partsOf('/calls?#')).toEqual({ pathname: '/calls', search: '', hash: '' });
  expect(partsOf('#a?b')).toEqual({ pathname: '', search: '', hash: '#a?b' });
});

test('another query is one of the same page', () => {
  expect(addressOf(resolved('?tab=2', '/calls'))).toBe('/calls?tab=2');
  expect(addressOf(resolved({ search: 'tab=2' }, '/calls'))).toBe('/calls?tab=2');
  expect(addressOf(resolved({ search: '' }, '/calls'))).toBe('/calls');
  expect(addressOf(resolved('/records', '/calls'))).toBe('/records');
});

test('steps are written into the browser’s history with what was given along, and heard', () => {
  const places = browserPlaces();
  const heard = vi.fn<(step: unknown) => void>();
  places.listen(heard);
  places.push('/calls?tab=2', { from: 'home' });
  expect(window.location.href).toMatch(/\/calls\?tab=2$/);
  expect(places).toMatchObject({
    action: 'PUSH',
    place: { pathname: '/calls', search: '?tab=2', state: { from: 'home' } },
  });
  const { key } = places.place;
  places.replace({ search: '?tab=3' });
  expect(window.location.href).toMatch(/\/calls\?tab=3$/);
  expect(places.place.key).not.toBe(key);
  expect(heard.mock.calls.map(([step]) => step)).toMatchObject([
    { action: 'PUSH', delta: 1 },
    { action: 'REPLACE', delta: 0 },
  ]);
});
