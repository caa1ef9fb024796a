import { expect, test, vi } from 'vitest';
import { beforeSigningOut, maySignOut } from '#platform/web/signing-out.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { FakeSocket } from '#test/fake-socket.ts';
import { deskStage } from './desk-stage.fixture.ts';
import { aDesk, FakeBrowser, settle } from './desk.fixture.ts';

const stage = deskStage();

async function twoTabs() {
  const browser = new FakeBrowser();
  const [first, second] = [aDesk({}, browser, 'tab-1'), aDesk({}, browser, 'tab-2')];
  const carrier = first.open();
  await settle();
  const follower = second.open();
  stage.stops.push(carrier.stop, follower.stop);
  await settle();
  return { first, second, carrier, follower, line: first.line() };
}

test('[CALL-20] one tab starts the line; the other shows the same phone', async () => {
  const { first, second, carrier, follower, line } = await twoTabs();
  expect(first.lines).toHaveLength(1);
  expect(second.lines).toHaveLength(0);
  expect(FakeSocket.all).toHaveLength(1);
  expect([carrier.view().isOwner, follower.view().isOwner]).toEqual([true, false]);
  line.ring('in-1', { [CallHeader.callId]: 'call-1' });
  await settle();
  expect(follower.view().phone.call).toMatchObject({ at: 'incoming', callId: 'call-1' });
  expect({ ...follower.view(), isOwner: true }).toEqual(carrier.view());
});

test('[CALL-20] what is pressed in the other tab is done by the one with the line', async () => {
  const { second, follower, carrier, line } = await twoTabs();
  line.ring('in-1', { [CallHeader.callId]: 'call-1' });
  await settle();
  follower.press({ type: 'answerPressed' });
  expect(line.all('answer')).toEqual([['answer', 'in-1']]);
  follower.sound.setVolume('play', 40);
  await settle();
  expect(carrier.view().sound.volumes.play).toBe(40);
  expect(follower.sound.volumes().play).toBe(40);
  expect(second.sound.volumes().play).toBe(100);
  line.end('in-1', 'them', null);
  await settle();
  follower.chooseStatus(AgentStatus.eating);
  await settle();
  expect(stage.server.bodies('agentStatus/v1/event').at(-1)).toMatchObject({
    status: AgentStatus.eating,
    eventType: 1,
  });
  expect(follower.view().agent?.status).toBe(AgentStatus.eating);
});

test('[CALL-20] the tab with the line is closed: the other takes the phone at once', async () => {
  const { carrier, second, follower } = await twoTabs();
  carrier.stop();
  await settle();
  await settle();
  expect(second.lines).toHaveLength(1);
  expect(follower.view()).toMatchObject({ isOwner: true, phone: { link: { at: 'ready' } } });
});

test('what a hidden tab has to say is said in the one that is seen', async () => {
  const { first, second, line } = await twoTabs();
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  line.ring('in-1', { [CallHeader.callId]: 'call-1' });
  first.lines[0]!.emit({ type: 'answered', session: 'in-1' });
  seen.mockReturnValue('visible');
  await settle();
  expect(first.went).toEqual(['/workBench']);
  expect(second.went).toEqual(['/workBench']);
  line.end('in-1', 'them', null);
  await settle();
  line.emit({ type: 'error', which: 'speaker', session: null, detail: '' });
  await settle();
  expect(stage.toasts).toHaveLength(1);
  expect(second.went).toHaveLength(1);
});

test('[STATUS-11] signing out in the other tab reports everything before it is done', async () => {
  const { carrier, line } = await twoTabs();
  stage.server.asked.splice(0);
  const left = beforeSigningOut();
  await settle();
  await left;
  expect(stage.server.asked.map(({ url }) => url.split('/').at(-1))).toEqual(['event', 'web']);
  expect(line.all('unregister')).toHaveLength(1);
  expect(carrier.view().phone.account.is).toBe('none');
});

test('[STATUS-11] in a call nobody signs out without a question, in whichever tab', async () => {
  const { first, second, line } = await twoTabs();
  expect(await maySignOut()).toBe(true);
  line.ring('in-1', { [CallHeader.callId]: 'call-1' });
  line.emit({ type: 'answered', session: 'in-1' });
  await settle();
  // Nobody is there to be asked: a question nobody answers is a no.
  for (const tab of [first, second]) {
    const wants = maySignOut();
    await settle();
    expect(await wants, tab.parts.deviceId).toBe(false);
  }
  line.end('in-1', 'them', null);
  await settle();
  expect(await maySignOut()).toBe(true);
});
