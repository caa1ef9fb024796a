import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { failures } from '#shared/errors.ts';
import { lineCheckApi } from '../../contract.ts';
import { AgentLines } from './agent-lines.tsx';
import { selfTestTexts } from '../texts.ts';

test('[CC-03] the panel of an agent tells how their calls and their last checks sounded', async () => {
  const asked = fakeServer(({ url }) =>
    url === lineCheckApi.ofAgent.path
      ? {
          data: {
            mos: 4.2,
            calls: 12,
            poor: 1,
            checks: [{ endPointId: 2, name: 'Second line', at: '2026-11-16 10:00:00', mos: null }],
          },
        }
      : { data: null },
  );
  await showPage(<AgentLines userId={7} />, {
    viewer: aViewer({ functions: new Set(['line-check.view']) }),
    feature: { name: 'self-test', text: selfTestTexts },
  });
  expect(await screen.findByText('12 calls, 1 poor')).toBeTruthy();
  expect(screen.getByText('Check: Second line')).toBeTruthy();
  expect(asked.find(({ url }) => url === lineCheckApi.ofAgent.path)!.body).toEqual({ userId: 7, days: 30 });
});

test('[CC-03] what cannot be loaded says so, and is asked for again by a press', async () => {
  let isThere = false;
  fakeServer(() =>
    isThere ? { data: { mos: null, calls: 0, poor: 0, checks: [] } } : { code: failures.notAllowed.code },
  );
  await showPage(<AgentLines userId={7} />, {
    viewer: aViewer({ functions: new Set(['line-check.view']) }),
    feature: { name: 'self-test', text: selfTestTexts },
  });
  expect(await screen.findByRole('alert')).toBeTruthy();
  isThere = true;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('None was measured')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
