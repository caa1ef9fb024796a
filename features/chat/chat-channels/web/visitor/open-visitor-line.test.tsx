import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '#platform/web/i18n.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { failures } from '#shared/errors.ts';
import { fakeSockets } from '#test/fake-socket.ts';
import type { VisitorDown, VisitorState, VisitorUp } from '../../contract.ts';
import { openVisitorLine } from './open-visitor-line.ts';

type Sent = Extract<VisitorUp, { type: 'send' }>;
const state: VisitorState = {
  token: 't'.repeat(43),
  name: '',
  needs_form: false,
  conversation: null,
  messages: [],
  event_id: 1,
};

const stops: (() => void)[] = [];
beforeEach(async () => {
  localStorage.clear();
  await startTexts();
  vi.useFakeTimers();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function aLine() {
  fakeServer(() => ({ data: state }));
  const sockets = fakeSockets<VisitorUp, VisitorDown>();
  const line = openVisitorLine('shop', 'https://shop.example');
  stops.push(line.leave);
  await line.enter();
  sockets.last().accept();
  const sent = () => sockets.last().sent.filter((one): one is Sent => one.type === 'send');
  const store = ({ client_id, text }: Sent, no: number) =>
    sockets.last().push({
      kind: 'ack',
      client_id,
      message: { conversation_id: 1, no, client_id, text, emoji: '', chat_type: 1, kind: 'text' } as never,
    });
  return { line, sockets, sent, store };
}
const texts = (sent: readonly Sent[]) => sent.map(({ text }) => text);

test('[CHAT-08] [complaint 2] what is written while the database is away goes out by itself, and nothing overtakes it', async () => {
  const { line, sockets, sent, store } = await aLine();
  line.send('one');
  line.send('two');
  expect(texts(sent())).toEqual(['one']);
  const [one] = sent();
  sockets.last().refuse(failures.unavailable.code, one!.client_id);
  vi.advanceTimersByTime(1_000);
  expect(texts(sent())).toEqual(['one', 'one']);
  expect(sent()[1]!.client_id).toBe(one!.client_id);
  store(one!, 1);
  expect(texts(sent())).toEqual(['one', 'one', 'two']);
  store(sent().at(-1)!, 2);
  expect(line.view().outbox).toEqual([]);
});

test('[CHAT-08] a line that breaks begins with what it had not stored, in its order', async () => {
  const { line, sockets, sent, store } = await aLine();
  line.send('one');
  line.send('two');
  sockets.last().drop();
  line.send('three');
  vi.advanceTimersByTime(5_000);
  sockets.last().accept();
  for (const text of ['one', 'two', 'three']) {
    expect(sent().at(-1)).toMatchObject({ text });
    store(sent().at(-1)!, 1);
  }
  expect(line.view().outbox).toEqual([]);
});

test('[CHAT-08] what another page of the device left behind is sent by the next', async () => {
  localStorage.setItem(
    'openseat.visitor.shop.outbox',
    JSON.stringify([{ client_id: 'left', text: 'left behind', refused: '' }]),
  );
  const { sent } = await aLine();
  expect(texts(sent())).toEqual(['left behind']);
});

test('[CHAT-08] what is refused for good is said so and holds nothing up; tried again it is the last', async () => {
  const { line, sockets, sent, store } = await aLine();
  line.send('one');
  line.send('two');
  const [one] = sent();
  sockets.last().push({ kind: 'refused', client_id: one!.client_id, reason: 'tooManyRequests' });
  expect(texts(sent())).toEqual(['one', 'two']);
  line.again(one!.client_id);
  expect(texts(sent())).toEqual(['one', 'two']);
  store(sent().at(-1)!, 1);
  expect(texts(sent())).toEqual(['one', 'two', 'one']);
});
