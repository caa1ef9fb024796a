import { describe, expect, onTestFinished, test } from 'vitest';
import { imapServer, type ImapServerOptions } from './imap-server.fixture.ts';
import { aLedger, aLetter, anAccount, anEar, nearNet, OWN, quick } from './mailbox.fixture.ts';
import { watchMailbox } from './watch-mailbox.ts';
import type { WatchTimes } from './watch-times.ts';

/** A mailbox that is watched, and what was heard of it. */
async function aWatch(
  options: ImapServerOptions & {
    times?: Partial<WatchTimes>;
    settings?: Record<string, unknown>;
    nowMs?: () => number;
  } = {},
) {
  const { times = {}, settings = {}, nowMs = () => Date.now(), ...server } = options;
  const imap = await imapServer(server);
  const book = aLedger();
  const listener = anEar();
  const begin = () =>
    watchMailbox(
      { net: nearNet(), ledger: book.ledger, nowMs },
      anAccount({ imap: imap.port }, settings),
      listener.ear,
      { ...quick, ...times },
    );
  const watch = begin();
  onTestFinished(async () => {
    await watch.stop();
    await imap.close();
  });
  return { imap, book, ...listener, watch, begin };
}
const idling = async (imap: { isIdling(): boolean }): Promise<void> => {
  await expect.poll(imap.isIdling).toBe(true);
};

describe('mails arrive', () => {
  test('what was in the mailbox before is left alone; what comes is told at once, in its order, and marked as seen', async () => {
    const imap = await imapServer();
    imap.deliver(aLetter('old'));
    const { ear, texts } = anEar();
    const watch = watchMailbox(
      { net: nearNet(), ledger: aLedger().ledger, nowMs: () => Date.now() },
      anAccount({ imap: imap.port }),
      ear,
      quick,
    );
    onTestFinished(async () => {
      await watch.stop();
      await imap.close();
    });
    await idling(imap);
    const first = imap.deliver(aLetter('one'));
    imap.deliver(aLetter('two'));
    await expect.poll(texts).toEqual(['one', 'two']);
    await expect.poll(() => [...first.flags]).toEqual(['\\Seen']);
    expect([...imap.state.mails[0]!.flags]).toEqual([]);
  });

  test.each([{ hasIdle: false }, { refusesIdle: true }])(
    'a server that cannot tell (%o) is asked again and again',
    async (server) => {
      const { imap, heard: record, texts } = await aWatch(server);
      await expect.poll(() => record.contacts[0]).toBe(null);
      imap.deliver(aLetter('one'));
      await expect.poll(texts).toEqual(['one']);
      expect(imap.commands.filter((command) => command === 'IDLE').length).toBe('refusesIdle' in server ? 1 : 0);
    },
  );

  test('a mail that comes while others are read is not forgotten', async () => {
    const { imap, texts } = await aWatch();
    await idling(imap);
    for (let no = 1; no <= 120; no++) imap.deliver(aLetter(`mail ${no}`));
    await expect.poll(texts, { timeout: 10_000 }).toEqual(Array.from({ length: 120 }, (_, no) => `mail ${no + 1}`));
  });

  test('newsletters and echoes are not told, and stay unread; out of office is told aside; a report is a fate', async () => {
    const { imap, heard: record, texts } = await aWatch();
    await idling(imap);
    const news = imap.deliver(aLetter('Sale!', { headers: { Precedence: 'bulk' } }));
    imap.deliver(aLetter('echo', { headers: { From: OWN } }));
    imap.deliver(aLetter('I am away', { headers: { 'Auto-Submitted': 'auto-replied' } }));
    const ours = '<6f1c1b9e-35a0-4b7a-9a53-0f0b8a4d2f11@aurora.example>';
    imap.deliver(
      aLetter(
        `--x\nContent-Type: text/plain\n\nIt did not arrive.\n\n--x\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mail.example\n\nFinal-Recipient: rfc822; mei@mail.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 No such person\n\n--x\nContent-Type: message/rfc822\n\nMessage-ID: ${ours}\nSubject: Re: Two tickets\n\nHello\n\n--x--`,
        {
          headers: {
            From: 'MAILER-DAEMON@mail.example',
            'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x',
          },
        },
      ),
    );
    imap.deliver(aLetter('last'));
    await expect.poll(texts).toEqual(['last']);
    expect(record.asides.map(({ text }) => text)).toEqual(['I am away']);
    expect(record.fates).toMatchObject([{ externalId: ours, status: 'failed', reason: '550 No such person' }]);
    expect([...news.flags]).toEqual([]);
  });

  test('a mail that is too large is told by its words, with a line for what was left out', async () => {
    const { imap, heard: record } = await aWatch();
    await idling(imap);
    imap.deliver(
      Buffer.concat([
        Buffer.from(
          aLetter(
            '--x\nContent-Type: text/plain\n\nSee the film.\n\n--x\nContent-Type: video/mp4; name=film.mp4\nContent-Disposition: attachment; filename=film.mp4\nContent-Transfer-Encoding: base64\n',
            { headers: { 'Content-Type': 'multipart/mixed; boundary=x' } },
          ).replaceAll('\n', '\r\n'),
        ),
        Buffer.alloc(26 * 1_048_576, 'QUFB\r\n'),
      ]),
    );
    await expect.poll(() => record.received.length, { timeout: 10_000 }).toBe(1);
    expect(record.received[0]!.text).toBe('See the film.');
    expect(record.received[0]!.files.map(({ name, bytes }) => [name, bytes > 25 * 1_048_576])).toEqual([
      ['message.eml', true],
    ]);
    expect(
      imap.commands.filter((command) => command.startsWith('UID FETCH') && command.includes('BODY.PEEK[]')).at(-1),
    ).toContain('<0.');
  });
});

describe('each mail once', () => {
  test('the connection is cut while idling', async () => {
    const { imap, texts, heard: record } = await aWatch();
    await idling(imap);
    imap.deliver(aLetter('one'));
    await expect.poll(texts).toEqual(['one']);
    await idling(imap);
    imap.cutAll();
    imap.deliver(aLetter('two'));
    await expect.poll(texts).toEqual(['one', 'two']);
    expect(record.contacts).toContain('imapLost');
  });

  test('the connection is cut in the middle of a mail', async () => {
    const { imap, texts } = await aWatch();
    await idling(imap);
    imap.cutInNextFetch(30);
    imap.deliver(aLetter('one'));
    imap.deliver(aLetter('two'));
    await expect.poll(texts).toEqual(['one', 'two']);
    await idling(imap);
    expect(texts()).toEqual(['one', 'two']);
  });

  test('a server that falls silent is left, and asked anew', async () => {
    const { imap, heard: record } = await aWatch({ times: { patience: { connectMs: 3_000, silenceMs: 500 } } });
    await idling(imap);
    imap.fallSilent();
    await expect
      .poll(() => record.contacts.filter((problem) => problem !== null).length, { timeout: 10_000 })
      .toBeGreaterThan(0);
  });

  test('the server numbers its mails anew: only what is new is told', async () => {
    const { imap, texts, watch, begin } = await aWatch();
    await idling(imap);
    for (const text of ['one', 'two', 'three']) imap.deliver(aLetter(text));
    await expect.poll(texts).toEqual(['one', 'two', 'three']);
    await watch.stop();
    imap.deliver(aLetter('long ago'), new Date(Date.now() - 40 * 86_400_000));
    imap.deliver(aLetter('four'));
    imap.renumber();
    const fetched = () => imap.commands.filter((command) => command.includes('BODY.PEEK[]')).length;
    expect(fetched()).toBe(3);
    const again = begin();
    onTestFinished(() => again.stop());
    await expect.poll(texts).toEqual(['one', 'two', 'three', 'four']);
    imap.deliver(aLetter('five'));
    await expect.poll(texts).toEqual(['one', 'two', 'three', 'four', 'five']);
    // Those that are known were not even asked for.
    expect(fetched()).toBe(5);
  });

  test('two processes watch one mailbox', async () => {
    const { imap, texts, begin, watch } = await aWatch();
    const other = begin();
    onTestFinished(() => other.stop());
    await idling(imap);
    imap.deliver(aLetter('one'));
    await expect.poll(texts).toEqual(['one']);
    expect(imap.connections()).toBe(1);
    // The other goes on where the first one stops.
    await watch.stop();
    imap.deliver(aLetter('two'));
    await expect.poll(texts).toEqual(['one', 'two']);
  });

  test('whoever lost the mailbox to another lets go of it', async () => {
    const { imap, book } = await aWatch();
    await idling(imap);
    book.steal('0d7d1f0e-0000-4000-8000-000000000000');
    await expect.poll(imap.connections).toBe(0);
  });

  test('a server that tells of mails without end is not asked without end', async () => {
    const imap = await imapServer();
    imap.state.babbles = true;
    const watch = watchMailbox(
      { net: nearNet(), ledger: aLedger().ledger, nowMs: () => Date.now() },
      anAccount({ imap: imap.port }),
      anEar().ear,
      { ...quick, roundMs: 100 },
    );
    onTestFinished(async () => {
      await watch.stop();
      await imap.close();
    });
    const searches = () => imap.commands.filter((command) => command.startsWith('UID SEARCH')).length;
    await expect.poll(searches).toBeGreaterThan(0);
    const [before, beganMs] = [searches(), performance.now()];
    await expect.poll(searches, { timeout: 5_000 }).toBeGreaterThanOrEqual(before + 5);
    expect((performance.now() - beganMs) / (searches() - before)).toBeGreaterThan(70);
  });

  test('two mails under one id are one', async () => {
    const { imap, texts } = await aWatch();
    await idling(imap);
    for (const text of ['one', 'one again']) imap.deliver(aLetter(text, { id: '<same@mail.example>' }));
    imap.deliver(aLetter('two'));
    await expect.poll(texts).toEqual(['one', 'two']);
  });
});

describe('what cannot be stored now', () => {
  test('is told again later, holds up no other, and is not marked as seen before', async () => {
    const { imap, texts, heard: record } = await aWatch();
    await idling(imap);
    record.fails = 3;
    const first = imap.deliver(aLetter('one'));
    await expect.poll(texts).toEqual(['one']);
    await expect.poll(() => [...first.flags]).toEqual(['\\Seen']);
    await idling(imap);
    record.fails = 1;
    imap.deliver(aLetter('two'));
    imap.deliver(aLetter('three'));
    await expect.poll(() => texts().toSorted()).toEqual(['one', 'three', 'two']);
  });

  test('is read again after a stop', async () => {
    const { imap, texts, heard: record, watch, begin } = await aWatch({ times: { againMs: 60_000 } });
    await idling(imap);
    record.fails = 1;
    imap.deliver(aLetter('one'));
    imap.deliver(aLetter('two'));
    await expect.poll(texts).toEqual(['two']);
    await watch.stop();
    const again = begin();
    onTestFinished(() => again.stop());
    await expect.poll(texts).toEqual(['two', 'one']);
  });
});

describe('what is wrong is said', () => {
  test.each<[name: string, options: Parameters<typeof aWatch>[0], problem: string]>([
    ['a wrong password', { password: 'other' }, 'imapPassword'],
    ['no such folder', { settings: { folder: 'Nowhere' } }, 'imapFolder'],
    ['nobody is there', { settings: { imap_port: 1 } }, 'imapRefused'],
    ['a name nobody knows', { settings: { imap_host: 'nowhere.example' } }, 'imapNameUnknown'],
    ['no encryption where it must be', { settings: { imap_tls: 'starttls' } }, 'imapNoTls'],
  ])('%s', async (_name, options, problem) => {
    const { heard: record } = await aWatch(options);
    await expect.poll(() => record.contacts[0], { timeout: 5_000 }).toBe(problem);
  });

  test('a stop does not wait for a server that says nothing', async () => {
    const imap = await imapServer();
    onTestFinished(() => imap.close());
    imap.fallSilent();
    const watch = watchMailbox(
      { net: nearNet(), ledger: aLedger().ledger, nowMs: () => Date.now() },
      anAccount({ imap: imap.port }),
      anEar().ear,
      { ...quick, patience: { connectMs: 60_000, silenceMs: 60_000 } },
    );
    await expect.poll(imap.connections).toBe(1);
    await watch.stop();
  });

  test('a stop in the moment the mailbox is asked for ends as well, and leaves it to others', async () => {
    const imap = await imapServer();
    onTestFinished(() => imap.close());
    const { ledger, held } = aLedger();
    const asked = Promise.withResolvers<void>();
    const slow: typeof ledger = { ...ledger, hold: (...wish) => asked.promise.then(() => ledger.hold(...wish)) };
    const watch = watchMailbox(
      { net: nearNet(), ledger: slow, nowMs: () => Date.now() },
      anAccount({ imap: imap.port }),
      anEar().ear,
      quick,
    );
    const stopped = watch.stop();
    asked.resolve();
    await stopped;
    expect([imap.connections(), held()]).toEqual([0, null]);
  });

  test('a mailbox that is given to who has stopped is given back', async () => {
    const { imap, book, watch } = await aWatch();
    await idling(imap);
    const { hold } = book.ledger;
    const asked: (() => Promise<boolean>)[] = [];
    book.ledger.hold = (...wish) =>
      new Promise((answered) => void asked.push(() => hold(...wish).then((is) => (answered(is), is))));
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await watch.stop();
    expect(book.held()).toBe(null);
    expect(await asked[0]!()).toBe(true);
    await expect.poll(book.held).toBe(null);
  });

  test('a stop is quick, whatever is going on', async () => {
    const { watch, imap, book } = await aWatch();
    await idling(imap);
    await watch.stop();
    expect([imap.connections() <= 1, book.held()]).toEqual([true, null]);
    await expect.poll(imap.connections).toBe(0);
  });
});
