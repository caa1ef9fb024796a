import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureTexts, startTexts, textFiles } from '#platform/web/i18n.ts';
import type { PublicChannel, VisitorMessage } from '../../contract.ts';
import { MessageLog } from './message-log.tsx';
import type { VisitorLine, VisitorView } from './visitor-line.ts';
import { emptyView } from './visitor-view.fixture.ts';

const channel = { open: true, greeting: {} } as PublicChannel;
const show = (some: Partial<VisitorView>) =>
  render(<MessageLog channel={channel} view={{ ...emptyView, ...some }} line={{} as VisitorLine} />);
const message = (no: number, file: Partial<NonNullable<VisitorMessage['file']>>): VisitorMessage =>
  ({
    conversation_id: 1,
    no,
    client_id: `client-${no}`,
    chat_type: 0,
    status: 0,
    kind: 'file',
    text: '',
    emoji: '',
    event: null,
    author_name: 'Ana',
    created_at: '2026-11-15 10:00:00',
    file,
  }) as unknown as VisitorMessage;

beforeEach(async () => {
  await startTexts();
  await ensureTexts('chat-channels', textFiles(import.meta.glob('../text/*.json', { import: 'default' })));
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
  vi.stubGlobal('fetch', async () => new Response(new Blob(['picture'], { type: 'image/png' })));
});
afterEach(() => vi.unstubAllGlobals());

test('[CHAT-08] pictures are drawn in the conversation, other files are told with their size; each can be saved', async () => {
  show({
    messages: [
      message(1, { id: 7, name: 'seat.png', bytes: 20_000, is_image: true }),
      message(2, { id: 8, name: 'ticket.pdf', bytes: 1_300_000, is_image: false }),
    ],
  });
  expect((await screen.findByRole<HTMLImageElement>('img', { name: 'seat.png' })).src).toBe('blob:picture');
  expect(screen.getByRole('button', { name: 'Save seat.png' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save ticket.pdf' }).closest('p')!.textContent).toBe('ticket.pdf1.3 MB');
});

test('[CHAT-08] a picture of the visitor’s own is seen while it goes and until the server has it', async () => {
  const picture = new File(['picture'], 'mine.png', { type: 'image/png' });
  const uploading = show({ uploads: [{ id: 'a', name: 'mine.png', done: 0.4, picture }] });
  expect(screen.getByRole<HTMLImageElement>('img', { name: 'mine.png' }).src).toBe('blob:picture');
  expect(screen.getByRole('progressbar', { name: 'mine.png' })).toBeTruthy();
  uploading.unmount();
  show({ outbox: [{ client_id: 'c', file_id: 9, file_name: 'mine.png', is_image: true, refused: '' }] });
  expect((await screen.findByRole<HTMLImageElement>('img', { name: 'mine.png' })).src).toBe('blob:picture');
});
