import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showPage } from '#platform/web/page.fixture.tsx';
import { callRecords } from '../index.ts';
import { MosBars } from './record-marks.tsx';

test('[LINE-02] a score has the bars and the colour it had in the call', async () => {
  await showPage(
    <>
      {[1.9, 2, 3.6, 4, 4.5, 4.6].map((mos) => (
        <MosBars key={mos} mos={mos} />
      ))}
    </>,
    { feature: callRecords },
  );
  const shown = screen
    .getAllByRole('img')
    .map((mark) => [mark.querySelectorAll('[data-on]').length, mark.dataset['tone']]);
  expect(shown).toEqual([
    [1, 'red'],
    [2, 'red'],
    [3, 'warning'],
    [4, 'green'],
    [4, 'green'],
    [5, 'green'],
  ]);
});
