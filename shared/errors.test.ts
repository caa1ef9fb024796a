import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { Failure, failureOfCode, failureRow, failures, type FailureName } from './errors.ts';
import { languages } from './languages.ts';
import enUS from './text/en-US.json' with { type: 'json' };
import esMX from './text/es-MX.json' with { type: 'json' };
import idID from './text/id-ID.json' with { type: 'json' };
import zhCN from './text/zh-CN.json' with { type: 'json' };

const texts: Record<(typeof languages)[number], Record<string, string>> = {
  'en-US': enUS,
  'zh-CN': zhCN,
  'es-MX': esMX,
  'id-ID': idID,
};
const names = Object.keys(failures) as FailureName[];
const rows = names.map(failureRow);
const keysWith = (prefix: string) => Object.keys(enUS).filter((key) => key.startsWith(prefix));
const codesWhere = (holds: (name: FailureName) => unknown) =>
  names
    .filter(holds)
    .map((name) => failureRow(name).code)
    .sort((a, b) => a - b);

const warnings = [
  'microphoneUnsupported',
  'dialerRegisterFailed',
  'copyFailed',
  'networkReconnecting',
  'idle',
  'statusChangedBy',
  'callNotPlaced',
  'holdLimit',
  'moneyBack',
  'moneyLow',
  'moneyOver',
  'phoneCommandFailed',
  'refusedBusy',
  'refusedDeclined',
  'refusedFailed',
  'refusedNoAnswer',
  'refusedUnreachable',
  'soundGivenUp',
  'soundMissing',
  'takenOver',
];
// Signing out is told by the sign-in page, in the words of the failure of that name.
const successes = [
  'online',
  'offline',
  'statusSwitched',
  'smsSent',
  'timeZoneSaved',
  'lineChangeSaved',
  'exportCompleted',
  'copied',
];
/** Keys the specification itself names (W4, W5, W8). */
const namedKeys = [
  'sip.enterNumber',
  'sip.errSymCode',
  'sip.inCall',
  'monitor.monitoring2',
  'sip.selectDisplayNumber',
  'sip.noAgentInformation',
  'sip.dialerInitialization',
  'v2.noestatusOffline',
  'sip.isHaveMic',
  'v5.autoHangUpTip',
  'breakIdleTips',
];

test('the code of a failure is its own, and finds it again', () => {
  expect(new Set(rows.map((row) => row.code)).size).toBe(rows.length);
  for (const name of names) expect(failureOfCode(failures[name].code)).toBe(name);
});

test('a code nobody knows is an unexpected failure', () => {
  expect(failureOfCode(99_999)).toBe('unexpected');
});

test('a failure says its name, and its detail where it has one', () => {
  expect(new Failure('lastOwner')).toMatchObject({ name: 'lastOwner', message: 'lastOwner', detail: '' });
  expect(new Failure('invalidInput', 'email: missing')).toMatchObject({
    name: 'invalidInput',
    message: 'email: missing',
    detail: 'email: missing',
  });
});

test('the key of a failure is its name', () => {
  for (const name of names) expect(failures[name].key).toBe(`error.${name}`);
});

test('[CALL-16] every refusal of a call is a business answer with its own text', () => {
  const refusals = rows.filter((row) => row.rejectsCall);
  expect(refusals.map((row) => row.code)).toEqual([
    800, 801, 810, 811, 812, 813, 814, 815, 816, 817, 819, 823, 824, 21008, 21009, 21010,
  ]);
  for (const row of refusals) expect(row.http).toBeUndefined();
  for (const language of languages) {
    const sentences = refusals.map((row) => texts[language][row.key]);
    expect(new Set(sentences).size).toBe(refusals.length);
    for (const one of sentences) expect(one).toMatch(/\S/);
  }
});

test('[SEC-03] the customer lookup ends the session on the six codes of the specification, 403 nowhere else', () => {
  expect(codesWhere((name) => failureRow(name).endsSessionOnLookup)).toEqual([401, 403, 11031, 12001, 12109, 12142]);
  // Ours besides: a demo that is over, and a network that is not the team's.
  expect(codesWhere((name) => failureRow(name).endsSession)).toEqual([401, 11031, 12001, 12109, 12142, 20214, 20290]);
});

test('[SEC-04] the sip info call refuses with 407, 408, 409 and 411, and only the last is a warning', () => {
  expect([407, 408, 409, 411].map((code) => failureRow(failureOfCode(code)).shownAs)).toEqual([
    'silent',
    'silent',
    'silent',
    'warning',
  ]);
});

test('no failure reveals that an e-mail address has no account', () => {
  expect(names.filter((name) => /email.*unknown|unknown.*email|user.*unknown|no.*such.*user/i.test(name))).toEqual([]);
});

test.each(languages)('every failure has a text in %s, and every text of a failure has one', (language) => {
  const keys = Object.keys(texts[language]).filter((key) => key.startsWith('error.'));
  expect(keys).toEqual(rows.map((row) => row.key).sort());
});

test.each(languages)('[SHELL-32] every warning has a text of its own in %s', (language) => {
  const sentences = [...warnings.map((name) => `notice.${name}`), ...namedKeys].map((key) => texts[language][key]);
  for (const one of sentences) expect(one).toMatch(/\S/);
  expect(new Set(sentences).size).toBe(sentences.length);
});

test.each(languages)('[SHELL-33] every success has a text of its own in %s', (language) => {
  const sentences = successes.map((name) => texts[language][`notice.${name}`]);
  for (const one of sentences) expect(one).toMatch(/\S/);
  expect(new Set(sentences).size).toBe(sentences.length);
});

test('no notice is forgotten here', () => {
  expect(keysWith('notice.')).toEqual([...warnings, ...successes].map((name) => `notice.${name}`).sort());
  expect(
    Object.keys(enUS)
      .filter((key) => !/^(error|notice)\./.test(key))
      .sort(),
  ).toEqual([...namedKeys].sort());
});

test('[SHELL-32] [SHELL-33] the four languages have the same texts, sorted, and want the same values', () => {
  const values = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map((found) => found[1]))].sort();
  for (const language of languages) {
    expect(Object.keys(texts[language])).toEqual(Object.keys(enUS).sort());
    for (const [key, text] of Object.entries(texts[language]))
      expect(values(text), `${key} in ${language}`).toEqual(values(enUS[key as keyof typeof enUS]));
  }
});

test('every text is a message that can be filled', () => {
  for (const language of languages) {
    for (const [key, text] of Object.entries(texts[language])) {
      const filled = String(
        new IntlMessageFormat(text, language).format({ detail: 'x', name: 'Sofia', status: 'X', count: 2 }),
      );
      expect(filled, `${key} in ${language}`).not.toMatch(/[{}]/);
    }
  }
});

test('[SHELL-33] one finished export reads differently from several', () => {
  const say = (count: number) => new IntlMessageFormat(enUS['notice.exportCompleted'], 'en-US').format({ count });
  expect(say(1)).toBe('Your export is ready to download.');
  expect(say(3)).toBe('3 exports are ready to download.');
});
