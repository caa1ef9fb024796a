import { expect, test, vi } from 'vitest';
import { openNotice, type NoticeSource } from './open-notice.ts';

function aScreen(permission: NotificationPermission, answer: NotificationPermission = 'granted') {
  const shown: { title: string; options: NotificationOptions; isOpen: boolean; onclick: (() => void) | null }[] = [];
  const focus = vi.fn<() => void>();
  const status = new EventTarget() as PermissionStatus;
  class Fake {
    static permission = permission;
    static async requestPermission() {
      return (Fake.permission = answer);
    }
    isOpen = true;
    onclick = null;
    title: string;
    options: NotificationOptions;
    constructor(title: string, options: NotificationOptions) {
      this.title = title;
      this.options = options;
      shown.push(this);
    }
    close(): void {
      this.isOpen = false;
    }
  }
  return {
    shown,
    focus,
    status,
    notice: openNotice({
      notification: Fake as unknown as NoticeSource['notification'],
      permissions: { query: async () => status },
      focus,
    }),
  };
}

test('[CALL-02] somebody who calls is shown outside the page; a click brings the page to the front', () => {
  const { notice, shown, focus } = aScreen('granted');
  const clicked = vi.fn<() => void>();
  notice.show({ title: 'Ana', body: 'calls' }, clicked);
  expect(shown[0]).toMatchObject({
    title: 'Ana',
    options: { body: 'calls', requireInteraction: true, silent: true },
    isOpen: true,
  });
  shown[0]!.onclick!();
  expect([focus.mock.calls.length, clicked.mock.calls.length, shown[0]!.isOpen]).toEqual([1, 1, false]);
});

test('[CALL-02] it goes when the call does, and one takes the place of the other', () => {
  const { notice, shown } = aScreen('granted');
  notice.show({ title: 'one', body: '' }, () => {});
  notice.show({ title: 'two', body: '' }, () => {});
  expect(shown.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  notice.clear();
  expect(shown[1]!.isOpen).toBe(false);
});

test('people are asked once, and what they said is obeyed', async () => {
  const asked = aScreen('default');
  expect(await asked.notice.ask()).toBe(true);
  const refused = aScreen('default', 'denied');
  expect(await refused.notice.ask()).toBe(false);
  refused.notice.show({ title: 'x', body: '' }, () => {});
  expect(refused.shown).toEqual([]);
  const without = openNotice({ notification: null, permissions: null, focus: () => {} });
  expect(without.permission()).toBe('unsupported');
  expect(await without.ask()).toBe(false);
  without.show({ title: 'x', body: '' }, () => {});
});

test('[SHELL-20] whether notices are allowed can be asked at any time, and a change is told', async () => {
  const { notice, status } = aScreen('default', 'denied');
  const changed = vi.fn<() => void>();
  const unhear = notice.onChange(changed);
  expect(notice.permission()).toBe('prompt');
  await notice.ask();
  expect([notice.permission(), changed.mock.calls.length]).toEqual(['denied', 1]);
  status.dispatchEvent(new Event('change'));
  expect(changed).toHaveBeenCalledTimes(2);
  unhear();
  status.dispatchEvent(new Event('change'));
  expect(changed).toHaveBeenCalledTimes(2);
});
