import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showPage } from '#platform/web/page.fixture.tsx';
import { chatTexts } from '../chat.fixture.tsx';
import { ChatFileView } from './chat-file.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[CHAT-07] a picture that is shown twice at once is kept once, and what is shown of it stays', async () => {
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:picture-${(made += 1)}`);
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.stubGlobal('fetch', async () => new Response(new Blob(['picture'], { type: 'image/png' })));
  const file = { id: 4_711, name: 'seat.png', media_type: 'image/png', bytes: 20_000, is_image: true };
  await showPage(
    <>
      <ChatFileView file={file} progress={null} />
      <ChatFileView file={file} progress={null} />
    </>,
    { feature: chatTexts },
  );
  await waitFor(() => expect(screen.getAllByRole('img', { name: 'seat.png' })).toHaveLength(2));
  const shown = screen.getAllByRole<HTMLImageElement>('img', { name: 'seat.png' }).map(({ src }) => src);
  expect(shown).toEqual(['blob:picture-1', 'blob:picture-1']);
  expect(revoked).not.toHaveBeenCalled();
});
