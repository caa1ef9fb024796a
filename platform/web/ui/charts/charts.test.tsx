import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { BarChart, stacked, topOf } from './bar-chart.tsx';
import { linePath } from './line-chart.tsx';

test('the parts of a bar stand upon one another, and what is nothing is not drawn', () => {
  expect(
    stacked(
      {
        parts: [
          { tone: 'green', value: 3 },
          { tone: 'red', value: 0 },
          { tone: 'accent', value: 1 },
        ],
      },
      8,
    ),
  ).toEqual([
    { tone: 'green', y: 100, height: 60 },
    { tone: 'accent', y: 80, height: 20 },
  ]);
});

test('a scale ends at a round number that can be halved', () => {
  expect([0, 1, 3, 7, 9, 10, 11, 24, 99, 100, 580].map(topOf)).toEqual([2, 2, 4, 8, 10, 10, 20, 30, 100, 100, 600]);
});

test('a line breaks where there is nothing to tell, and a single step is still seen', () => {
  expect(linePath([1, 0.5, null, 0])).toBe('M125 0L375 50M875 100h125');
  expect(linePath([null, null])).toBe('');
});

test('a bar with something in it leads to it; every bar says what it is', () => {
  render(
    <MemoryRouter>
      <BarChart
        label="By hour"
        legend={[{ tone: 'green', label: 'Answered' }]}
        bars={[
          { id: 'a', name: '10:00: 3 calls', tick: '10:00', parts: [{ tone: 'green', value: 3 }], to: '/record?x=1' },
          { id: 'b', name: '11:00: none', tick: '11:00', parts: [], to: '/record?x=2' },
        ]}
      />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: '10:00: 3 calls' }).getAttribute('href')).toBe('/record?x=1');
  expect(screen.queryByRole('link', { name: '11:00: none' })).toBeNull();
  expect(screen.getByRole('img', { name: '11:00: none' })).toBeTruthy();
});
