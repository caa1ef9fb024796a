import { expect, test, vi } from 'vitest';
import { chatWith } from '#features/chat/chat/web/index.ts';
import { softphoneWith } from '#features/voice/softphone/web/index.ts';
import { aViewer } from '#platform/web/page.fixture.tsx';

test.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])(
  '[SHELL-31] with a text seat %s and a voice seat %s the chat and the phone are started alike',
  async (text, voice) => {
    const fetching = () => vi.fn<() => Promise<never>>(() => Promise.reject(new Error('fetched')));
    const [chat, phone] = [fetching(), fetching()];
    const viewer = aViewer({ textSeat: text, voiceSeat: voice, functions: new Set(['chat.use', 'calls.use']) });
    const begun = [chatWith(chat), softphoneWith(phone)].map(async ({ start }) => start!({ viewer, go: () => {} }));
    const ends = await Promise.allSettled(begun);
    expect([chat, phone].map(({ mock }) => mock.calls.length > 0)).toEqual([text, voice]);
    expect(ends.map(({ status }) => status === 'rejected')).toEqual([text, voice]);
    for (const end of ends) if (end.status === 'fulfilled') end.value();
    // What was begun beside it comes to its end before the test does.
    await Promise.all([
      import('#features/chat/chat/web/desk/open-chat-session.ts'),
      import('#features/voice/softphone/web/desk/open-phone-desk.ts'),
    ]);
  },
);
