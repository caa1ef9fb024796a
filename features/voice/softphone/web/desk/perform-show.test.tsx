import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ConfirmHost } from '#platform/web/ui/confirm.tsx';
import { UiProvider } from '#platform/web/ui/ui-provider.tsx';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { bringTexts } from './desk.fixture.ts';
import { performShow } from './perform-show.ts';

const nowhere = { go: () => {}, hasPage: () => true };

test('[STATUS-04] the warning while monitoring offers the status for afterwards', async () => {
  await bringTexts();
  render(
    <UiProvider>
      <ConfirmHost />
    </UiProvider>,
  );
  const chosen: AgentStatus[] = [];
  performShow(
    { kind: 'offerNext', why: 'You are monitoring a call. Leave it first.', status: AgentStatus.eating },
    nowhere,
    (status) => chosen.push(status),
  );
  expect(await screen.findByText('You are monitoring a call. Leave it first.')).toBeTruthy();
  expect(screen.getByText(/Meal break/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Switch after the call' }));
  await expect.poll(() => chosen).toEqual([AgentStatus.eating]);
});
