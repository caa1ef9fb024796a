import { expect, test, vi } from 'vitest';
import { sendTone } from './send-tone.ts';

function aCall({ canInsertDTMF = true, toneBuffer = '', status = 200 } = {}) {
  const insertDTMF = vi.fn<(tones: string, ms: number, gapMs: number) => void>();
  type Asked = { requestDelegate: { onAccept(): void; onReject(answer: object): void } };
  const info = vi.fn<(asked: Asked) => Promise<void>>(async ({ requestDelegate }) =>
    status === 200 ? requestDelegate.onAccept() : requestDelegate.onReject({ message: { statusCode: status } }),
  );
  const connection = { getSenders: () => [{ dtmf: { canInsertDTMF, toneBuffer, insertDTMF } }] };
  return { insertDTMF, info, press: (tone: string) => sendTone({ info } as never, connection as never, tone) };
}

test('[CALL-15] a key goes within the sound, behind those still to be pressed', async () => {
  const call = aCall({ toneBuffer: '12' });
  expect(await call.press('5'), 'as long as four may sound, one of them already').toBe(4 * (160 + 70));
  expect(call.insertDTMF).toHaveBeenCalledWith('125', 160, 70);
  expect(call.info).not.toHaveBeenCalled();
});

test('[CALL-15] where the sound cannot carry it, it goes by INFO; a pause needs none', async () => {
  const call = aCall({ canInsertDTMF: false });
  expect(await call.press('#')).toBe(0);
  await call.press(',');
  expect(call.info.mock.calls).toMatchObject([
    [{ requestOptions: { body: { contentType: 'application/dtmf-relay', content: 'Signal=#\r\nDuration=160' } } }],
  ]);
});

test('[CALL-21] a refused key fails, and so does what is no key', async () => {
  await expect(aCall({ canInsertDTMF: false, status: 415 }).press('1')).rejects.toThrow('415');
  for (const wrong of ['', '12', 'E', 'x', ' ']) await expect(aCall().press(wrong)).rejects.toThrow();
});
