import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { ChatType } from '#shared/codes/chat-type.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { chatApi } from '../contract.ts';
import { aConversation, aMessage, ME, stagesOfTests, type Stage } from './chat.fixture.tsx';

const anyStage = stagesOfTests();
async function stage(some: Stage = {}) {
  const made = await anyStage(some);
  await made.show('/interactive/chat?id=1');
  return made;
}
const inHours = (hours: number) => toWireTime(Date.now() + hours * 3_600_000);
const carried = (some: object = {}) =>
  aConversation({ channel_kind: 'whatsapp', writable_until: inHours(5), templates: true, ...some });

describe('a conversation that a carrier brings', () => {
  test('[CHAT-07] each message has the status the carrier told of it, and of no other', async () => {
    const ours = (no: number) =>
      aMessage({
        no,
        author: 'agent',
        user_id: ME,
        author_name: 'Me',
        text: `ours ${no}`,
        status: ChatMessageStatus.sending,
      });
    const { socket } = await stage({
      rows: [carried({ last_no: 3 })],
      messages: [ours(1), aMessage({ no: 2 }), ours(3)],
    });
    await screen.findByText('ours 3');
    const statuses = () =>
      within(screen.getByRole('log', { name: 'Messages' }))
        .getAllByRole('img')
        .map((one) => one.getAttribute('aria-label'));
    expect(statuses()).toEqual(['Sending', 'Sending']);
    act(() =>
      socket().push({
        chat_type: ChatType.fromAgent,
        status: ChatMessageStatus.delivered,
        conversation_id: 1,
        no: 3,
        only: true,
        failure: '',
        event_id: 11,
      }),
    );
    expect(statuses()).toEqual(['Sending', 'Delivered']);
  });

  test('[CHAT-07] what the carrier did not take says why in plain words, and is sent again by a button', async () => {
    const { socket, calls } = await stage({
      rows: [carried()],
      messages: [aMessage({ no: 1, author: 'agent', user_id: ME, text: 'ours', status: ChatMessageStatus.sending })],
    });
    await screen.findByText('ours');
    act(() =>
      socket().push({
        chat_type: ChatType.fromAgent,
        status: ChatMessageStatus.failed,
        conversation_id: 1,
        no: 1,
        only: true,
        failure: 'noRecipient',
        event_id: 11,
      }),
    );
    expect(await screen.findByText('This number cannot be reached there.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(calls(chatApi.resend.path).map(({ body }) => body)).toEqual([{ message_id: 101 }]));
    act(() =>
      socket().push({
        chat_type: ChatType.fromAgent,
        status: ChatMessageStatus.sent,
        conversation_id: 1,
        no: 1,
        only: true,
        failure: '',
        event_id: 12,
      }),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull());
  });

  test('it says how long free words go through; other channels say nothing of it', async () => {
    await stage({ rows: [carried(), aConversation({ id: 2, name: 'Omar Haddad' })] });
    expect(await screen.findByText(/^Free text for another 04:59:\d\d$|^Free text for another 05:00:00$/)).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Message' })).toBeTruthy();
    fireEvent.click(screen.getByText('Omar Haddad'));
    expect(await screen.findByRole('heading', { name: 'Omar Haddad' })).toBeTruthy();
    expect(screen.queryByText(/^Free text/)).toBeNull();
  });

  test('when that is over one chooses a template, fills it in, sees how it reads and sends it; notes are written as ever', async () => {
    const templates = [
      { name: 'order_update', language: 'en_US', body: 'Hello {{1}}, your order {{2}} is on its way.' },
    ];
    const { calls } = await stage({
      rows: [carried({ writable_until: inHours(-1) })],
      answers: { [chatApi.templates.path.replace('{conversation_id}', '1')]: templates },
    });
    expect(await screen.findByText('The 24 hours for free text are over. A template can still be sent.')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Template' }));
    await screen.findByRole('option', { name: 'order_update (en_US)' });
    fireEvent.change(await screen.findByRole('combobox', { name: 'Choose a template' }), {
      target: { value: 'order_update en_US' },
    });
    const send = screen.getByRole('button', { name: 'Send the template' });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Value 1' }), { target: { value: 'Lena' } });
    expect((send as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getByText('Hello Lena, your order {{2}} is on its way.')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: 'Value 2' }), { target: { value: '42' } });
    fireEvent.click(send);
    await waitFor(() =>
      expect(calls(chatApi.sendTemplate.path).map(({ body }) => body)).toEqual([
        {
          conversation_id: 1,
          client_id: expect.any(String),
          name: 'order_update',
          language: 'en_US',
          values: ['Lena', '42'],
        },
      ]),
    );
  });

  test('without templates one is told to wait for the other side', async () => {
    await stage({ rows: [carried({ writable_until: inHours(-1), templates: false })] });
    expect(await screen.findByText(/the channel has no templates/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Template' })).toBeNull();
  });
});
