import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import { FakeSocket } from '#test/fake-socket.ts';
import { showTest } from './fake-test.fixture.tsx';
import { aTextTest, asBefore, aVoiceTest, field, rows, testWindow } from './shown-test.fixture.tsx';

afterEach(asBefore);

const isSmall = () => testWindow().hasAttribute('data-small');

describe('the window of a test', () => {
  test('[FLOW-01] has a tab for voice, the first, and one for text', async () => {
    const tool = await showTest();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Voice test', 'Text test']);
    expect(screen.getByRole('tab', { name: 'Voice test' }).getAttribute('aria-selected')).toBe('true');
    tool.tab('Text test');
    expect(field()).toBeTruthy();
  });

  test('[FLOW-01] becomes small by a click outside, not by one inside or on what begins a test, and large again', async () => {
    const tool = await showTest();
    fireEvent.pointerDown(screen.getByText('Reception'));
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Test' }));
    expect(isSmall()).toBe(false);
    const elsewhere = document.body.appendChild(document.createElement('div'));
    for (const part of ['start', 'workflow', 'dialpad']) {
      elsewhere.dataset['flowTest'] = part;
      fireEvent.pointerDown(elsewhere);
      expect(isSmall()).toBe(false);
    }
    elsewhere.remove();
    fireEvent.pointerDown(screen.getByTestId('outside'));
    expect(isSmall()).toBe(true);
    expect(testWindow().style.transitionDuration).toBe('200ms');
    tool.click('Make it large');
    expect(isSmall()).toBe(false);
    tool.click('Make it small');
    expect(isSmall()).toBe(true);
  });

  test('[FLOW-01] is dragged by its head, and stays in sight', async () => {
    await showTest();
    const head = testWindow().querySelector('header')!;
    head.setPointerCapture = () => {};
    fireEvent.pointerDown(head, { button: 0, clientX: 10, clientY: 10, pointerId: 1 });
    fireEvent.pointerMove(head, { clientX: 210, clientY: 110, pointerId: 1 });
    expect([testWindow().style.left, testWindow().style.top]).toEqual(['200px', '100px']);
    fireEvent.pointerMove(head, { clientX: -900, clientY: -900, pointerId: 1 });
    expect([testWindow().style.left, testWindow().style.top]).toEqual(['8px', '8px']);
    fireEvent.pointerUp(head, { pointerId: 1 });
    fireEvent.pointerMove(head, { clientX: 300, clientY: 300, pointerId: 1 });
    expect(testWindow().style.left).toBe('8px');
  });

  test('[FLOW-10] closing sends stop, leaves the socket and forgets what was tested', async () => {
    const tool = await aTextTest();
    expect(tool.starts()[0]!.params).toBeNull();
    tool.click('Close the test');
    expect(tool.sent(FlowTestCommand.stop)).toEqual([{ cmd: FlowTestCommand.stop, callID: tool.starts()[0]!.callID }]);
    await waitFor(() => expect(tool.socket.readyState).toBe(3));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(tool.nodes.at(-1)).toBeNull();
    tool.click('Test');
    await waitFor(() => expect(FakeSocket.all).toHaveLength(2));
    tool.tab('Text test');
    expect(rows()).toEqual([expect.stringMatching(/^What is said shows here\./)]);
  });

  test('[FLOW-10] closing during a call drops the phone', async () => {
    const tool = await aVoiceTest();
    tool.click('Close the test');
    expect(tool.sent(FlowTestCommand.stop)).toHaveLength(1);
    expect(tool.hand.did.at(-1)).toBe('close');
  });

  test('[FLOW-13] the id of a test is kept in this browser: the next window leads to what was said', async () => {
    localStorage.clear();
    const tool = await aTextTest();
    const { callID } = tool.starts()[0]!;
    tool.click('Close the test');
    tool.click('Test');
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Your last test of this flow' });
    expect(link.getAttribute('href')).toBe(`/seating/aiCall?tab=2&talk=${callID}`);
  });

  test('[FLOW-14] a socket that breaks says so once, and a test by text is over', async () => {
    const tool = await aTextTest();
    tool.drop();
    expect(await screen.findAllByText('Connection failed')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Start' })).toBeTruthy();
    tool.click('Start');
    expect(await screen.findByText('Connection failed, please wait')).toBeTruthy();
    expect(tool.starts()).toHaveLength(1);
  });

  test('[FLOW-08] a test is of what was saved: nothing is started when it could not be', async () => {
    const tool = await showTest({ isSaved: false });
    tool.tab('Text test');
    tool.click('Start');
    await act(async () => {});
    expect(tool.socket.sent).toEqual([]);
  });
});
