import { vi } from 'vitest';

interface Asked {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Answers the page's calls in tests: what was asked is kept, and `answer` gives code and data. */
export function fakeServer(answer: (asked: Asked) => { code?: number; data?: unknown; msg?: string } | 'down') {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const one: Asked = {
      url,
      method: init.method ?? 'GET',
      headers: init.headers as Record<string, string>,
      body: init.body ? JSON.parse(String(init.body)) : null,
    };
    asked.push(one);
    const reply = answer(one);
    if (reply === 'down') throw new TypeError('network');
    // What is promised is answered when it is there.
    const data = (await reply.data) ?? null;
    return new Response(JSON.stringify({ code: 0, msg: '', ...reply, data }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  return asked;
}
