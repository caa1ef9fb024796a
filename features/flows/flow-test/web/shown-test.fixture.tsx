import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { turn, useTurningClock } from '#platform/web/clock.fixture.ts';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { CALL_START_DELAY_MS } from '../core/limits.ts';
import { showTest } from './fake-test.fixture.tsx';

export const testWindow = () => screen.getByRole('dialog', { name: 'Test of the flow' });
export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer' });
export const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
export const rows = () =>
  within(screen.getByRole('list', { name: 'Conversation' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
export const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

/** After every test: the browser as it was. */
export function asBefore(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

/** A test by text that goes on and waits for the tester. */
export async function aTextTest(...shown: Parameters<typeof showTest>) {
  const tool = await showTest(...shown);
  tool.tab('Text test');
  tool.click('Start');
  await waitFor(() => expect(tool.starts()).toHaveLength(1));
  tool.pushMessage(MessageType.aiSaid, { text: 'Sales or help?' });
  return {
    ...tool,
    actions: () =>
      tool.sent(FlowTestCommand.action).map((sent) => ('actionType' in sent ? [sent.actionType, sent.text] : [])),
  };
}

/** The phone is registered, and the second before the test starts is over. */
export async function started(tool: Awaited<ReturnType<typeof showTest>>): Promise<void> {
  useTurningClock();
  tool.hand.emit({ type: 'registered' });
  await turn(CALL_START_DELAY_MS);
  vi.useRealTimers();
  await waitFor(() => expect(tool.starts()).toHaveLength(1));
}

/** A test by voice in which flow and tester talk. */
export async function aVoiceTest() {
  const tool = await showTest();
  tool.click('Start');
  await waitFor(() => expect(tool.hand.did).toEqual(['register test-1-7-1-aa']));
  await started(tool);
  tool.hand.emit({ type: 'incoming' });
  tool.click('Answer');
  expect(tool.hand.did).toContain('answer');
  tool.hand.emit({ type: 'answered' });
  return tool;
}
