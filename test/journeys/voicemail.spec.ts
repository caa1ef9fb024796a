import type { Locator, Page } from '@playwright/test';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { api, ownerToken, people, tokenOf, type DemoPerson } from './api.ts';
import { expect, expectWhole, test } from './fixture.ts';
import { line, sitDown } from './phone/agent-page.ts';
import { hearsSomebody } from './phone/ears.ts';

/** Answers and speaks when it is called back. */
const CALLER = '14155550100';
const DID = '14155550199';

interface Box {
  box: string;
  kind: string;
  fresh: number;
}

const boxesOf = async (person: DemoPerson): Promise<Box[]> =>
  api(await tokenOf(person), 'POST', '/cc/api/voicemail/v1/boxes', {});
const row = (page: Page): Locator =>
  page.getByRole('region', { name: 'Messages' }).getByRole('listitem').filter({ hasText: '415 555 0100' }).first();

/** A number whose callers a flow leads to the voicemail of a box, for as long as `work` takes. */
async function withVoicemail(mailbox: string, work: () => Promise<void>): Promise<void> {
  const token = await ownerToken();
  await api(token, 'POST', '/cc/api/speech/v1/prepare', {});
  await expect
    .poll(
      async () =>
        (await api<{ embedded: { at: string } }>(token, 'POST', '/cc/api/speech/v1/settings', {})).embedded.at,
      { timeout: 180_000 },
    )
    .toBe('ready');
  const promptOf = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
  const flow = aFlow(
    {
      leave: {
        kind: 'voicemail',
        settings: { ...promptOf('Please leave a message after the tone.'), mailbox, maxMs: 10_000 },
      },
      bye: { kind: 'hangUp', settings: promptOf('Thank you. Goodbye.') },
    },
    ['start next leave', 'leave done bye', 'leave failed bye'],
  );
  const { id } = await api<{ id: number }>(token, 'POST', '/cc/api/ivrFlow/v1/import', {
    file: { openseat: 'flow', name: `Takes messages ${Date.now() % 1_000_000}`, flow, names: [] },
  });
  const known = await api<{ draftVersion: number }>(token, 'POST', '/cc/api/ivrFlow/v1/query', { id });
  // A file names boxes of another house: the box is chosen here.
  const { draftVersion } = await api<{ draftVersion: number }>(token, 'POST', '/cc/api/ivrFlow/v1/update', {
    id,
    draftVersion: known.draftVersion,
    flow,
  });
  await api(token, 'POST', '/cc/api/ivrFlow/v1/publish', { id, draftVersion });
  const { list } = await api<{
    list: { id: number; number: string; inboundConfig: number; groupId: number | null; menu: object | null }[];
  }>(token, 'POST', '/cc/api/didNumber/v1/my', { page: 1, size: 50 });
  const { id: did, inboundConfig, groupId, menu } = list.find(({ number }) => number === DID)!;
  await api(token, 'POST', '/cc/api/didNumber/v1/inboundConfig', { id: did, inboundConfig: 2, flowId: id });
  try {
    await work();
  } finally {
    await api(token, 'POST', '/cc/api/didNumber/v1/inboundConfig', {
      id: did,
      inboundConfig,
      ...(groupId === null ? {} : { groupId }),
      ...(menu === null ? {} : { menu }),
    });
  }
}

test.describe('voicemail', { tag: '@heard' }, () => {
  test('[CC-16] [FLOW-11] a caller leaves a message in the box of a group: it arrives, is heard, called back and done, and a colleague sees all of it', async ({
    visit,
  }) => {
    test.slow();
    const ofBudi = await boxesOf(people.budi);
    const { box, fresh } = (await boxesOf(people.ana)).find(
      (one) => one.kind === 'group' && ofBudi.some((other) => other.box === one.box),
    )!;
    const ana = await sitDown(visit, people.ana);
    const budi = await visit(people.budi, `/interactive/voicemail?box=${encodeURIComponent(box)}`);
    await expect(budi.getByRole('navigation', { name: 'Mailboxes' })).toBeVisible();
    await expect(row(budi)).toHaveCount(0);

    await withVoicemail(box, async () => {
      await api(await ownerToken(), 'POST', '/cc/api/rehearsal/v1/callIn', { did: DID, script: 'talks', from: CALLER });
      // On whatever page she is, she is told; nobody loads anything anew.
      await expect(ana.getByText('New voicemail message')).toBeVisible({ timeout: 120_000 });
    });
    await expect(
      ana.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /Voicemail: \d+ new message/ }),
    ).toBeVisible();
    await ana.getByRole('button', { name: 'Listen' }).click();
    await expect(row(budi)).toContainText('New');
    await expect(budi.getByRole('navigation', { name: 'Mailboxes' }).locator('[aria-current]')).toContainText(
      String(fresh + 1),
    );

    const panel = ana.getByRole('dialog', { name: 'Message' });
    await panel.getByRole('button', { name: 'Play' }).click();
    const position = panel.getByRole('slider', { name: 'Position in the recording' });
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(1);
    // Something was said: the picture of the sound has columns of many heights.
    await expect
      .poll(() =>
        panel
          .locator('.waveform path')
          .first()
          .evaluate((path) => new Set(path.getAttribute('d')!.match(/v-?[\d.]+/g)).size),
      )
      .toBeGreaterThan(10);
    await expect(panel.getByText('Heard', { exact: true }).first()).toBeVisible();
    await expect(row(budi)).toContainText('Heard');

    await panel.getByRole('button', { name: 'Call back' }).click();
    await expect.poll(await hearsSomebody(ana), { timeout: 30_000 }).toBe(true);
    // While she talks the phone lies over the list.
    await ana.keyboard.press('Alt+x');
    await expect(line(ana)).toContainText('Wrap-up');
    // A call leads to the workbench; the message is where it was.
    await ana
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: /^Voicemail/ })
      .click();
    await row(ana)
      .getByRole('button', { name: /^Mark done/ })
      .click();
    await expect(row(ana)).toContainText('Done');
    await expect(row(budi)).toContainText('Done');
    await expect(row(budi)).toContainText('Called back');
    await expectWhole(budi);
  });
});
