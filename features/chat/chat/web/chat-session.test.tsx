import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ChatType } from '#shared/codes/chat-type.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { presentToasts, type Toast } from '#platform/web/toast.ts';
import { FakeSocket } from '#test/fake-socket.ts';
import { aConversation, aMessage, ME, stagesOfTests, type Stage } from './chat.fixture.tsx';

const anyStage = stagesOfTests();
afterEach(() => void vi.useRealTimers());
async function stage(some: Stage = {}) {
  const made = await anyStage(some);
  await waitFor(() => expect(made.session.inbox().list.at).toBe('loaded'));
  return made;
}
const wrote = (no: number) => ({
  chat_type: ChatType.fromCustomer,
  user_id: ME,
  conversation_id: 1,
  message: aMessage({ no, text: 'News' }),
  event_id: 10 + no,
});

test('[CHAT-01] the socket carries the tab, the language and the token as its subprotocol, and pings every 30 s', async () => {
  const { socket } = await stage();
  const address = new URL(socket().url);
  expect(address.pathname).toBe('/home/api/saas/chat');
  expect(address.searchParams.get('wind_unique_id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(address.searchParams.get('lang')).toBe('en_US');
  expect(socket().protocols).toEqual(['a-token']);
  const pings = () => socket().sent.filter(({ type }) => type === 'ping');
  vi.useFakeTimers();
  act(() => socket().drop());
  act(() => void vi.advanceTimersByTime(5_000));
  act(() => socket().accept());
  act(() => void vi.advanceTimersByTime(29_900));
  expect(pings()).toEqual([]);
  act(() => void vi.advanceTimersByTime(200));
  expect(pings()).toEqual([{ type: 'ping' }]);
});

test('[CHAT-02] an unexpected close is tried again every 5 s, 60 times; 4001 ends the session', async () => {
  const { socket } = await stage();
  vi.useFakeTimers();
  const before = FakeSocket.all.length;
  for (let attempt = 1; attempt <= 60; attempt += 1) {
    act(() => socket().drop(1006));
    act(() => void vi.advanceTimersByTime(4_900));
    expect(FakeSocket.all.length).toBe(before + attempt - 1);
    act(() => void vi.advanceTimersByTime(200));
    expect(FakeSocket.all.length).toBe(before + attempt);
  }
  act(() => socket().drop(1006));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(FakeSocket.all.length).toBe(before + 60);
  vi.useRealTimers();
  const other = await stage();
  const go = vi.spyOn(departure, 'go').mockImplementation(() => {});
  act(() => other.socket().drop(4001));
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/login?reason=tokenExpired'));
});

test('[CHAT-05] a waiting message sounds after 500 ms, the title blinks each 500 ms and is restored when one looks', async () => {
  const { socket, chimes, session } = await stage();
  await waitFor(() => expect(session.inbox().settings.sound).toBe(true));
  vi.useFakeTimers();
  document.title = 'Home';
  act(() => socket().push(wrote(2)));
  act(() => void vi.advanceTimersByTime(490));
  expect(chimes).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(20));
  expect(chimes).toHaveBeenCalledTimes(1);
  expect(document.title).toBe('● New message');
  act(() => void vi.advanceTimersByTime(500));
  expect(document.title).toBe('Home');
  act(() => void vi.advanceTimersByTime(500));
  expect(document.title).toBe('● New message');
  expect(session.inbox().waits).toBe(true);
  act(() => session.attend(true));
  expect(document.title).toBe('Home');
  expect(session.inbox().waits).toBe(false);
  act(() => void vi.advanceTimersByTime(5_000));
  expect(document.title).toBe('Home');
});

test('[CHAT-05] read in another tab, the title and the tip of the menu rest here too', async () => {
  const { socket, session } = await stage();
  await waitFor(() => expect(session.inbox().settings.sound).toBe(true));
  vi.useFakeTimers();
  document.title = 'Home';
  act(() => socket().push(wrote(2)));
  act(() => void vi.advanceTimersByTime(510));
  expect(document.title).toBe('● New message');
  expect(session.inbox()).toMatchObject({ waits: true, counts: { unread: 1 } });
  act(() => socket().push([aConversation({ last_no: 2, agent_read_no: 2 })]));
  expect(session.inbox()).toMatchObject({ waits: false, counts: { unread: 0 } });
  act(() => void vi.advanceTimersByTime(5_000));
  expect(document.title).toBe('Home');
});

test('[CHAT-05] of two tabs one sounds', async () => {
  const { socket, chimes, session } = await stage();
  await waitFor(() => expect(session.inbox().settings.sound).toBe(true));
  vi.useFakeTimers();
  localStorage.setItem('openseat.chat.sounded', '12');
  act(() => socket().push(wrote(2)));
  act(() => void vi.advanceTimersByTime(600));
  expect(chimes).not.toHaveBeenCalled();
});

test('[complaint 2] after a gap that cannot be repeated the lists are read anew', async () => {
  const { socket, calls } = await stage();
  const before = calls('/home/api/conversation/list').length;
  act(() => socket().push({ kind: 'reload', event_id: 99 }));
  await waitFor(() => expect(calls('/home/api/conversation/list').length).toBe(before + 1));
});

test('[CHAT-06] a page that is loaded anew still has what it could not send', async () => {
  const first = await stage();
  act(() => first.session.open(1));
  act(() => first.socket().drop());
  act(() => first.session.write('Not yet sent'));
  first.end();
  const { session } = await stage();
  expect(session.inbox().outbox).toMatchObject([{ at: 'failed', message: { text: 'Not yet sent' } }]);
});

test('[CHAT-07] a conversation handed over rings with who hands it over, about whom and why, and leads there', async () => {
  const toasts: Toast[] = [];
  onTestFinished(presentToasts((one) => void toasts.push(one)));
  const { socket, chimes } = await stage({ rows: [aConversation({ react_by: '2026-11-15 10:01:00' })] });
  const event = { what: 'transferred' as const, name: 'Ana', by: 'Budi', note: 'wants a refund' };
  act(() =>
    socket().push({
      chat_type: ChatType.fromAgent,
      user_id: ME,
      conversation_id: 1,
      message: aMessage({ no: 2, author: 'system', kind: 'event', text: '', event }),
      event_id: 12,
    }),
  );
  await waitFor(() =>
    expect(toasts).toContainEqual(
      expect.objectContaining({
        text: 'Budi hands you the conversation with Lena Vogt: wants a refund',
        action: { text: 'Open', run: expect.any(Function) },
      }),
    ),
  );
  act(() => socket().push([aConversation({ id: 2, react_by: '2026-11-15 10:01:00' })]));
  await waitFor(() => expect(chimes).toHaveBeenCalledTimes(1));
});
