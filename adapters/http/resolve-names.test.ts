import { expect, test } from 'vitest';
import { openNamesHere, openNamesOutside, openTextRecords } from './resolve-names.ts';

test('names outside are asked of DNS, both kinds of addresses at once; one kind may be missing', async () => {
  const resolver = { resolve4: async () => ['203.0.113.7'], resolve6: async () => ['2001:db8::7'] } as never;
  expect(await openNamesOutside(resolver)('hooks.example')).toEqual(['203.0.113.7', '2001:db8::7']);
  const onlyOld = {
    resolve4: async () => ['203.0.113.7'],
    resolve6: () => Promise.reject(new Error('ENODATA')),
  } as never;
  expect(await openNamesOutside(onlyOld)('hooks.example')).toEqual(['203.0.113.7']);
  const nobody = {
    resolve4: () => Promise.reject(new Error('ENOTFOUND')),
    resolve6: () => Promise.reject(new Error('ENOTFOUND')),
  } as never;
  expect(await openNamesOutside(nobody)('nobody.example')).toEqual([]);
});

test.each(['localhost', 'LOCALHOST', 'db.localhost', 'localhost.'])(
  '%s is this machine, whatever a name server would say',
  async (name) => {
    const resolver = { resolve4: async () => ['203.0.113.7'], resolve6: async () => [] } as never;
    expect(await openNamesOutside(resolver)(name)).toEqual(['127.0.0.1', '::1']);
  },
);

test('the system is asked for a few names at once: slow ones leave threads to others, and all have their turn', async () => {
  const asked: { name: string; answer(): void }[] = [];
  const names = openNamesHere(
    (name) =>
      new Promise(
        (done, failed) =>
          void asked.push({ name, answer: () => (name === 'c' ? failed(new Error('EAI_AGAIN')) : done([name])) }),
      ),
    2,
  );
  const answers = ['a', 'b', 'c', 'd', 'e'].map((name) => names(name));
  expect(asked.map(({ name }) => name)).toEqual(['a', 'b']);
  asked[1]!.answer();
  expect(await answers[1]).toEqual(['b']);
  await expect.poll(() => asked.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  asked[2]!.answer();
  expect(await answers[2]).toEqual([]);
  await expect.poll(() => asked.length).toBe(4);
  asked[0]!.answer();
  await expect.poll(() => asked.length).toBe(5);
  for (const { answer } of asked) answer();
  expect(await Promise.all(answers)).toEqual([['a'], ['b'], [], ['d'], ['e']]);
});

test('a text record is read in one piece; a name without any has none', async () => {
  expect(
    await openTextRecords({ resolveTxt: async () => [['openseat-', 'verification=x'], ['v=spf1 -all']] })(
      '_openseat.aurora.example',
    ),
  ).toEqual(['openseat-verification=x', 'v=spf1 -all']);
  expect(
    await openTextRecords({ resolveTxt: () => Promise.reject(new Error('ENOTFOUND')) })('_openseat.nobody.example'),
  ).toEqual([]);
});
