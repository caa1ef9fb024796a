import { expect, test, vi } from 'vitest';
import { watchNetwork } from './network-watch.ts';

test('another network is told, a guess about its speed is not, and nothing after the end', () => {
  const [window, connection, changed] = [
    new EventTarget(),
    Object.assign(new EventTarget(), { type: 'wifi' }),
    vi.fn<() => void>(),
  ];
  const stop = watchNetwork({ window, connection }, changed);
  connection.dispatchEvent(new Event('change'));
  expect(changed).toHaveBeenCalledTimes(0);
  connection.type = 'none';
  connection.dispatchEvent(new Event('change'));
  expect(changed).toHaveBeenCalledTimes(0);
  connection.type = 'cellular';
  connection.dispatchEvent(new Event('change'));
  window.dispatchEvent(new Event('online'));
  expect(changed).toHaveBeenCalledTimes(2);
  stop();
  window.dispatchEvent(new Event('online'));
  expect(changed).toHaveBeenCalledTimes(2);
});
