import { expect, test } from 'vitest';
import { sortAfterClick, sortedByFigure } from './sort-figures.ts';

test('a column is sorted from its largest figure, then from its smallest, and another one begins anew', () => {
  const once = sortAfterClick(null, 'calls');
  expect(once).toEqual({ by: 'calls', up: false });
  expect(sortAfterClick(once, 'calls')).toEqual({ by: 'calls', up: true });
  expect(sortAfterClick({ by: 'calls', up: true }, 'waits')).toEqual({ by: 'waits', up: false });
});

test('what is unknown stands at the end either way, and equals keep their order', () => {
  const rows = [
    { name: 'Ana', calls: null },
    { name: 'Budi', calls: 2 },
    { name: 'Chen', calls: 7 },
    { name: 'Dewi', calls: 2 },
  ];
  const names = (up: boolean) => sortedByFigure(rows, ({ calls }) => calls, up).map(({ name }) => name);
  expect(names(false)).toEqual(['Chen', 'Budi', 'Dewi', 'Ana']);
  expect(names(true)).toEqual(['Budi', 'Dewi', 'Chen', 'Ana']);
});
