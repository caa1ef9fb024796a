import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { ChatType } from '#shared/codes/chat-type.ts';
import { quickRepliesApi } from '#features/chat/quick-replies/contract.ts';
import { FakeSocket } from '#test/fake-socket.ts';
import { toWire } from '#platform/web/zone.ts';
import { chatApi } from '../contract.ts';
import { aConversation, aMessage, ME, stagesOfTests } from './chat.fixture.tsx';

const stage = stagesOfTests();
const box = () => screen.findByRole('textbox', { name: 'Message' });
const log = () => screen.getByRole('log', { name: 'Messages' });

describe('the list', () => {
  test('[CHAT-10] the clock of a new conversation is the server’s: how long until it goes back to the line; who writes anywhere is there', async () => {
    const minutes = (more: number) => toWire(new Date(Date.now() + more * 60_000));
    const { show, socket, sent } = await stage({
      rows: [
        aConversation({
          id: 2,
          name: 'New one',
          unread: 1,
          agent_read_no: 0,
          react_by: minutes(12),
          answer_by: minutes(50),
        }),
        aConversation({ id: 3, name: 'Late one', unanswered_since: minutes(-40), answer_by: minutes(-35) }),
      ],
    });
    // The server's clock is ten minutes ahead of this page's.
    act(() => socket().push({ kind: 'ready', event_id: 11, now_ms: Date.now() + 600_000 }));
    await show();
    const list = await screen.findByRole('list', { name: 'Mine' });
    expect(await within(list).findByText(/^0[12]:\d\d$/)).toBeTruthy();
    expect(within(list).getByText('45 min late')).toBeTruthy();
    fireEvent.input(screen.getByRole('searchbox', { name: 'Search conversations and messages' }), {
      target: { value: 'x' },
    });
    expect(sent('writes')).toHaveLength(1);
  });

  test('[complaint 20] of ten thousand conversations the first page is asked for once, and only what is in sight is drawn', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) =>
      aConversation({ id: 10_000 - index, name: `Visitor no ${index}` }),
    );
    const { show, calls } = await stage({ rows });
    await show();
    const list = await screen.findByRole('list', { name: 'Mine' });
    expect(within(list).getAllByRole('listitem').length).toBeLessThan(40);
    // What is near the end of the page is asked for next; nothing else is.
    expect(calls(chatApi.list.path).length).toBeLessThanOrEqual(2);
  });

  test('[CHAT-07] filters are asked of the server and stay in the address; the search looks into messages too', async () => {
    const { show, calls } = await stage({
      answers: { [chatApi.search.path]: [{ message: aMessage({ text: 'my refund please' }), name: 'Lena Vogt' }] },
    });
    await show();
    fireEvent.click(await screen.findByRole('radio', { name: /Closed/ }));
    await waitFor(() => expect(calls(chatApi.list.path).at(-1)?.body).toMatchObject({ filter: 'closed' }));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search conversations and messages' }), {
      target: { value: 'refund' },
    });
    expect(await screen.findByText('refund')).toBeTruthy();
    expect(calls(chatApi.search.path).at(-1)?.body).toEqual({ words: 'refund' });
  });

  test('[CHAT-07] a list is narrowed to a channel and an agent; the address keeps it, and a press takes it away', async () => {
    const { show, calls } = await stage({
      viewer: { functions: new Set(['chat.use', 'chat.supervise']) },
      answers: {
        [chatApi.choices.path]: {
          channels: [{ id: 3, name: 'Site' }],
          groups: [{ id: 4, name: 'Sales' }],
          agents: [{ id: 9, name: 'Budi' }],
        },
      },
    });
    await show('/interactive/chat?list=team&agent=9');
    await waitFor(() => expect(calls(chatApi.list.path).at(-1)?.body).toMatchObject({ filter: 'team', agent_id: 9 }));
    fireEvent.click(await screen.findByRole('button', { name: 'Filter (1 in use)' }));
    const channel = await screen.findByRole('combobox', { name: 'Channel' });
    await waitFor(() => expect(within(channel).getByRole('option', { name: 'Site' })).toBeTruthy());
    fireEvent.change(channel, { target: { value: '3' } });
    await waitFor(() =>
      expect(calls(chatApi.list.path).at(-1)?.body).toMatchObject({ filter: 'team', agent_id: 9, channel_id: 3 }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(calls(chatApi.list.path).at(-1)?.body).not.toHaveProperty('channel_id'));
    expect(await screen.findByRole('button', { name: 'Filter' })).toBeTruthy();
  });

  test('[CHAT-07] j and k go through the conversations', async () => {
    const { show } = await stage({
      rows: [aConversation({ id: 1, name: 'Lena Vogt' }), aConversation({ id: 2, name: 'Omar Haddad' })],
    });
    await show();
    await screen.findByRole('list', { name: 'Mine' });
    fireEvent.keyDown(window, { key: 'j' });
    expect(await screen.findByRole('heading', { name: 'Lena Vogt' })).toBeTruthy();
    fireEvent.keyDown(window, { key: 'j' });
    expect(await screen.findByRole('heading', { name: 'Omar Haddad' })).toBeTruthy();
    fireEvent.keyDown(window, { key: 'k' });
    expect(await screen.findByRole('heading', { name: 'Lena Vogt' })).toBeTruthy();
  });
});

describe('the conversation', () => {
  test('[complaint 20] a long conversation opens with one request for its newest messages, and draws those in sight', async () => {
    const messages = Array.from({ length: 60 }, (_, index) =>
      aMessage({ no: 4_941 + index, text: `message ${4_941 + index}` }),
    );
    const { show, asked } = await stage({ rows: [aConversation({ last_no: 5_000, agent_read_no: 5_000 })], messages });
    await show('/interactive/chat?id=1');
    await waitFor(() => expect(log().getAttribute('data-count')).toBe('61'));
    expect(asked.filter(({ url }) => url.includes('/messages'))).toHaveLength(1);
    expect(within(log()).getAllByRole('article').length).toBeLessThan(40);
  });

  test('[CHAT-07] Enter sends, Shift+Enter does not; the message is shown at once and its status follows', async () => {
    const { show, socket, sent } = await stage();
    await show('/interactive/chat?id=1');
    const field = await box();
    fireEvent.change(field, { target: { value: 'Good morning' } });
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
    expect(sent('send')).toHaveLength(0);
    fireEvent.keyDown(field, { key: 'Enter' });
    const [{ message }] = sent('send') as unknown as [{ message: { client_id: string; text: string } }];
    expect(message).toMatchObject({ conversation_id: 1, text: 'Good morning', note: false });
    expect(await within(log()).findByText('Good morning')).toBeTruthy();
    expect(within(log()).getByRole('img', { name: 'Sending' })).toBeTruthy();
    act(() =>
      socket().push({
        chat_type: ChatType.fromAgent,
        status: ChatMessageStatus.sent,
        conversation_id: 1,
        no: 2,
        client_id: message.client_id,
        message: aMessage({ no: 2, author: 'agent', user_id: ME, client_id: message.client_id, text: 'Good morning' }),
        event_id: 0,
      }),
    );
    expect(within(log()).getAllByText('Good morning')).toHaveLength(1);
    act(() =>
      socket().push({
        chat_type: ChatType.fromAgent,
        status: ChatMessageStatus.read,
        conversation_id: 1,
        no: 2,
        event_id: 12,
      }),
    );
    expect(within(log()).getByRole('img', { name: 'Read' })).toBeTruthy();
  });

  test('[CHAT-06] without a line the agent is warned, the message stays, and it goes out when the line is back', async () => {
    const { show, socket } = await stage();
    await show('/interactive/chat?id=1');
    const field = await box();
    act(() => socket().drop());
    const before = FakeSocket.all.length;
    fireEvent.change(field, { target: { value: 'Are you there?' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(await screen.findByText(/try again later/)).toBeTruthy();
    expect(within(log()).getByText('Are you there?')).toBeTruthy();
    // The line is tried at once, from where events went on.
    await waitFor(() => expect(FakeSocket.all.length).toBe(before + 1));
    expect(new URL(socket().url).searchParams.get('last_event_id')).toBe('10');
    act(() => socket().accept());
    expect(socket().sent.filter(({ type }) => type === 'send')).toMatchObject([
      { message: { text: 'Are you there?' } },
    ]);
  });

  test('[CHAT-06] a refusal stays at its message, with its reason and a way to try again', async () => {
    const { show, socket, sent } = await stage();
    await show('/interactive/chat?id=1');
    const field = await box();
    fireEvent.change(field, { target: { value: 'Hello?' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    const [{ message }] = sent('send') as unknown as [{ message: { client_id: string } }];
    act(() => socket().refuse(22402, message.client_id));
    fireEvent.click(await within(log()).findByRole('button', { name: 'Try again' }));
    expect(sent('send')).toHaveLength(2);
  });

  test('[CHAT-07] what is begun stays in its conversation, also after the page was left', async () => {
    const first = await stage();
    const view = await first.show('/interactive/chat?id=1');
    fireEvent.change(await box(), { target: { value: 'I will look' } });
    view.unmount();
    await first.show('/interactive/chat?id=1');
    expect(((await box()) as HTMLTextAreaElement).value).toBe('I will look');
  });

  test('[CHAT-07] a quick reply is found by its shortcut and filled in', async () => {
    const { show } = await stage({
      answers: {
        [quickRepliesApi.list.path]: [
          { id: 1, shortcut: 'hello', text: 'Hello {name}, I am {agent}.', personal: false },
        ],
      },
    });
    await show('/interactive/chat?id=1');
    const field = (await box()) as HTMLTextAreaElement;
    fireEvent.change(field, { target: { value: '/hel', selectionStart: 4 } });
    expect(await screen.findByRole('option', { name: /hello/ })).toBeTruthy();
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(field.value).toBe('Hello Lena Vogt, I am Ana.');
  });

  test('[CHAT-07] a note is for colleagues and calls those it names', async () => {
    const { show, sent } = await stage({
      answers: {
        '/admin/saas_plat/user/getSeatUser': [
          { id: 9, name: 'Budi', email: '', textSeat: true, voiceSeat: false, onlineStatus: 1 },
        ],
      },
    });
    await show('/interactive/chat?id=1');
    await box();
    fireEvent.click(screen.getByRole('button', { name: 'Note' }));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note to colleagues' });
    fireEvent.change(field, { target: { value: 'ask @bu', selectionStart: 7 } });
    await screen.findByRole('option', { name: 'Budi' });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(sent('send')).toMatchObject([{ message: { note: true, mentions: [9], text: 'ask @Budi' } }]);
  });

  test('[CHAT-07] who is called by a note is told with a way there, reads the conversation and writes notes alone', async () => {
    const theirs = aConversation({
      agent_id: 9,
      agent_name: 'Budi',
      name: 'Lena Vogt',
      answers: { topic: 'Refund', old: 'x' },
      answer_labels: { topic: { 'es-MX': '¿De qué se trata?', 'en-US': 'What is it about?' } },
    });
    const { show, socket } = await stage({ rows: [theirs] });
    await show('/interactive/chat?list=closed');
    await screen.findByRole('radiogroup', { name: 'Which conversations' });
    act(() =>
      socket().push({
        chat_type: ChatType.fromAgent,
        user_id: 9,
        conversation_id: 1,
        message: aMessage({ author: 'note', user_id: 9, author_name: 'Budi', text: 'look here @Ana', mentions: [ME] }),
        event_id: 50,
      }),
    );
    expect(await screen.findByText('Budi mentioned you: look here @Ana')).toBeTruthy();
    cleanup();
    await show('/interactive/chat?id=1');
    expect(await screen.findByText('What is it about?')).toBeTruthy();
    expect(screen.getByText('old')).toBeTruthy();
    expect(await screen.findByRole('textbox', { name: 'Note to colleagues' })).toBeTruthy();
    for (const name of ['Take', 'Transfer']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByPlaceholderText('Remark')).toBeNull();
  });

  test('[CHAT-07] a waiting conversation is taken before it is answered', async () => {
    const waiting = aConversation({ state: 'waiting', agent_id: null, agent_name: '' });
    const { show, calls } = await stage({ rows: [waiting], answers: { [chatApi.take.path]: aConversation() } });
    await show('/interactive/chat?id=1&list=waiting');
    fireEvent.click(await screen.findByRole('button', { name: 'Take it' }));
    expect(await box()).toBeTruthy();
    expect(calls(chatApi.take.path)).toHaveLength(1);
  });
});

describe('who the visitor is', () => {
  const customersList = '/admin/cdp/customer/list';
  test('[CHAT-07] whoever does not see all customers is offered their own to link, and a new one', async () => {
    const { show, calls } = await stage({
      viewer: { functions: new Set(['chat.use', 'customers.use']) },
      rows: [aConversation({ name: 'Lena Vogt' })],
      answers: {
        [customersList]: {
          list: [{ id: 5, full_name: 'Lena Vogt', first_name: '', last_name: '', company: 'Vogt AG', emails: [] }],
          total: 1,
          capped: false,
        },
        [chatApi.record.path]: aConversation(),
      },
    });
    await show('/interactive/chat?id=1');
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Find one of your customers' }), {
      target: { value: 'vogt' },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Lena Vogt · Vogt AG' }));
    await waitFor(() =>
      expect(calls(chatApi.record.path).at(-1)?.body).toEqual({ conversation_id: 1, customer_id: 5 }),
    );
    expect(calls(customersList).at(-1)?.body).toMatchObject({ words: 'vogt' });
    expect(screen.getByRole('button', { name: 'Add as customer' })).toBeTruthy();
  });
});

describe('files', () => {
  const png = new File(['png'], 'ticket.png', { type: 'image/png' });
  const list = new File(['a,b'], 'list.pdf', { type: 'application/pdf' });
  const program = new File(['x'], 'tool.exe', { type: 'application/x-msdownload' });

  test('[CHAT-07] chosen files are shown before they go, can be taken out, and go with the message', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('data:image/png;base64,');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const { show, session } = await stage();
    await show('/interactive/chat?id=1');
    await box();
    const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        upload = {};
        open() {}
        setRequestHeader() {}
        send() {}
      },
    );
    const leaving = () => session.inbox().outbox.map(({ message }) => message.file?.name);
    fireEvent.change(picker, { target: { files: [png, list] } });
    const tray = screen.getByRole('list', { name: 'Goes with the message' });
    expect(within(tray).getByRole('img', { name: 'ticket.png' }).getAttribute('src')).toBe('data:image/png;base64,');
    expect(within(tray).getByText('list.pdf')).toBeTruthy();
    expect(within(tray).getAllByText('3 byte')).toHaveLength(2);
    expect(leaving()).toEqual([]);
    fireEvent.click(within(tray).getByRole('button', { name: 'Take out list.pdf' }));
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(leaving()).toEqual(['ticket.png']);
    expect(screen.queryByRole('list', { name: 'Goes with the message' })).toBeNull();
  });

  test('[CHAT-07] which kinds are taken stands at the control and in the refusal', async () => {
    const { show } = await stage();
    await show('/interactive/chat?id=1');
    await box();
    expect(screen.getByRole('button', { name: 'Attach files' }).dataset['hint']).toMatch(/PNG.*PDF.*20 MB/);
    fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [program] } });
    expect(await screen.findByText(/^tool\.exe cannot be sent\. Allowed: .*PDF.*20 MB/)).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Goes with the message' })).toBeNull();
  });
});
