import { randomUUID } from 'node:crypto';
import { api, ORIGIN, ownerToken, PASSWORD, people, quiet, tokenOf, type DemoPerson } from '#test/journeys/api.ts';
import { callIn, CHANNEL, freePhone, makeRoom, readAnnouncements } from '#test/journeys/arrange.ts';
import { aVisitor } from '#test/journeys/visitor.ts';
import { ENTER, type DrivenPage } from './driven-page.ts';

/** A tenth of a second of a quiet voice; silence and hiss stay far below in this time. */
const HEARD_ENERGY = 1e-4;
const HEARD_MS = 1_000;

/** Runs in the page before its own code: what its lines carry can be asked for. */
export const EARS = `
  const lines = new Set();
  window.RTCPeerConnection &&= class extends RTCPeerConnection {
    constructor(...all) {
      super(...all);
      lines.add(this);
    }
  };
  window.carried = async () => {
    const sum = { sent: 0, received: 0, energy: 0 };
    for (const line of lines)
      for (const report of (await line.getStats()).values()) {
        if (report.type === 'outbound-rtp') sum.sent += report.packetsSent ?? 0;
        if (report.type !== 'inbound-rtp') continue;
        sum.received += report.packetsReceived ?? 0;
        sum.energy += report.totalAudioEnergy ?? 0;
      }
    return sum;
  };`;

interface Carried {
  sent: number;
  received: number;
  energy: number;
}

/** Signs in by the form, as people do; ends on the start page. */
export async function signIn(page: DrivenPage, person: DemoPerson): Promise<string> {
  await freePhone(person);
  await readAnnouncements(await tokenOf(person));
  await page.goTo(`${ORIGIN}/login`);
  await page.write('input', /^Work e-mail/, person.email);
  await page.write('input', /^Password/, PASSWORD);
  await page.press('button', /^Sign in$/);
  await page.see('header h1', /^Home$/);
  return `${person.name} signed in by the form`;
}

/** Waits until calls may come. A page that nobody has touched is kept silent, and asks for a press. */
async function getReady(page: DrivenPage): Promise<void> {
  await page.until('a phone that is ready', async () => {
    if (await page.isThere('[role=dialog] button', /^Enable sound$/))
      await page.press('[role=dialog] button', /^Enable sound$/);
    return page.isThere('header.top', /Available/);
  });
}

/** Takes a customer's call; both hear each other. */
export async function takeCall(page: DrivenPage): Promise<string> {
  await quiet(await ownerToken());
  await getReady(page);
  const customer = await callIn();
  await page.press('button', /^Answer/);
  await page.see('header.top', /In a call/);
  // They have heard it ring already.
  const { heardMs: rangMs } = await customer();
  const heardMs = await page.until('the customer hears the agent', async () => {
    const ms = (await customer()).heardMs - rangMs;
    return ms > HEARD_MS && ms;
  });
  // A polite customer speaks when the agent is silent.
  const carried = () => page.ask('window.carried()') as Promise<Carried>;
  const before = await carried();
  await page.press('main button', /^Mute/);
  const after = await page.until('the agent hears the customer', async () => {
    const now = await carried();
    return now.energy - before.energy > HEARD_ENERGY && now;
  });
  await page.press('main button', /^Hang up/);
  await page.until('the call is over', async () => (await customer()).state === 'ended');
  await page.press('main button', /^I am done/);
  await page.see('header.top', /Available/);
  return `a call: the customer heard the agent for ${heardMs} ms, the agent the customer (${after.sent} packets sent, ${after.received} received, energy ${after.energy.toFixed(4)})`;
}

/** Answers a visitor who writes. */
export async function answerChat(page: DrivenPage): Promise<string> {
  await makeRoom();
  await page.goTo(`${ORIGIN}/interactive/chat`);
  const seat = await page.see('button', /^Conversations: /);
  if (!/Online/.test(seat.words)) {
    await page.press('button', /^Conversations: /);
    await page.press('[role=menuitemradio]', /^Online/);
  }
  const visitor = await aVisitor(CHANNEL);
  try {
    visitor.say('Is there a seat by the window?');
    await page.press('main button', /Is there a seat by the window\?/);
    await page.see('[role=log]', /Is there a seat by the window\?/);
    await page.write('textarea, [role=textbox]', /^Message$/, `Yes, 14A is free.${ENTER}`);
    await page.until('the visitor reads the answer', async () =>
      visitor.messages().some(({ text }) => text === 'Yes, 14A is free.'),
    );
    visitor.say('Perfect, thank you!');
    await page.see('[role=log]', /Perfect, thank you!/);
  } finally {
    visitor.leave();
  }
  return 'a chat: a visitor wrote, was answered, and wrote again';
}

/** Checks microphone, speaker, browser and network, as somebody does who is not heard. */
export async function checkEquipment(page: DrivenPage): Promise<string> {
  await page.goTo(`${ORIGIN}/personalSetting/phone`);
  await getReady(page);
  await page.press('main button', /^Check the equipment/);
  await page.press('[role=dialog] button', /^I am not heard/);
  const level = await page.until('the bars move', async () => {
    const bars = (await page.ask(
      `Number(document.querySelector('[role=dialog] [role=meter]')?.getAttribute('aria-valuenow') ?? 0)`,
    )) as number;
    return bars > 0 && bars;
  });
  await page.press('[role=dialog] button', /^Yes$/);
  await page.press('[role=dialog] button', /^Play the test sound$/);
  await page.press('[role=dialog] button', /^Yes$/);
  const { words } = await page.see('[role=dialog] [role=status]', /Everything is fit for calls|Something keeps you/);
  const parts = (await page.ask(
    `[...document.querySelectorAll('.equipment-result > li')].map((part) => part.getAttribute('aria-label'))`,
  )) as string[];
  if (!words.startsWith('Everything')) throw new Error(`the equipment: ${parts.join(', ')}`);
  return `the equipment check: ${level} of 20 bars seen, ${parts.join(', ')}`;
}

/** A picture of one point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Writes as a visitor; an agent, by the calls a desk makes, answers with words and a picture. */
export async function writeAsVisitor(page: DrivenPage): Promise<string> {
  await makeRoom();
  const token = await tokenOf(AGENT);
  const question = `Do you have a window seat? ${randomUUID().slice(0, 8)}`;
  await page.goTo(`${ORIGIN}/c/${CHANNEL}`);
  await page.write('textarea, input, [role=textbox]', /^Write a message/, `${question}${ENTER}`);
  await page.see('[role=log]', /Do you have a window seat/);
  const conversation = await page.until('the desk has it', async () => {
    for (const filter of ['waiting', 'mine']) {
      const asked = { filter };
      const { list } = await api<{ list: { id: number; last_text: string }[] }>(
        token,
        'POST',
        '/home/api/conversation/list',
        asked,
      );
      const found = list.find(({ last_text: text }) => text === question);
      if (found) return found;
    }
    return null;
  });
  const send = (what: object) =>
    api(token, 'POST', '/home/api/conversation/send', {
      conversation_id: conversation.id,
      client_id: randomUUID(),
      ...what,
    });
  await api(token, 'POST', '/home/api/conversation/take', { conversation_id: conversation.id });
  await send({ text: 'Yes, 14A is free.' });
  await page.see('[role=log]', /Yes, 14A is free\./);
  const form = new FormData();
  form.append('conversation_id', String(conversation.id));
  form.append('file', new Blob([PICTURE], { type: 'image/png' }), 'seat.png');
  const stored = await fetch(`${ORIGIN}/home/api/conversation/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { data } = (await stored.json()) as { data: { id: number } };
  await send({ file_id: data.id });
  await page.until(
    'the picture',
    async () =>
      page.ask(
        `[...document.querySelectorAll('[role=log] img')].some(({ naturalWidth }) => naturalWidth > 0)`,
      ) as Promise<boolean>,
  );
  return 'a visitor’s chat: wrote, was answered, and saw the picture they were sent';
}

/** Who does it: an agent with both seats. */
export const AGENT = people.ana;
