import type { Format } from '#platform/web/format.ts';
import type { text } from '#platform/web/i18n.ts';
import type { TestMessage } from '../core/test-messages.ts';

type Say = typeof text;

/** What would happen on a call, in a sentence; null for messages that say nothing of it. */
export function stagedWords(message: TestMessage, t: Say, format: Pick<Format, 'dateTime'>): string | null {
  const word = (name: string): string => (typeof message[name] === 'string' ? message[name] : '');
  const count = (name: string): number => (typeof message[name] === 'number' ? message[name] : 0);
  const name = word('name');
  const hours = (): string =>
    message['isOpen'] === true
      ? t('flow-test.told.open')
      : word('opensAt') === ''
        ? t('flow-test.told.closed')
        : t('flow-test.told.opensAt', { at: format.dateTime(new Date(word('opensAt'))) });
  const rings = Array.isArray(message['rings']) ? message['rings'].map(String) : [];
  const whoRings = (): string =>
    rings.length > 0 ? t('flow-test.told.rings', { who: rings.join(', ') }) : t('flow-test.told.nobodyRings');
  const box = (): string => (word('box') === 'main' ? t('flow-test.told.mainBox') : t('flow-test.told.box', { name }));

  switch (message['note']) {
    case 'stagedTransfer':
      if (message['to'] === 'number') return t('flow-test.told.number', { number: word('number') });
      if (message['to'] === 'agent') return `${t('flow-test.told.agent', { name })} ${whoRings()}`;
      return `${t('flow-test.told.group', { name, hours: hours(), waiting: count('waiting') })} ${whoRings()}`;
    case 'stagedMessage':
      return t('flow-test.told.message', { box: box() });
    case 'stagedMessageLeft':
      return t('flow-test.told.messageLeft', { box: box() });
    case 'stagedNoMessage':
      return t('flow-test.told.noMessage');
    case 'stagedCallback':
      return t('flow-test.told.callback', {
        name,
        number: word('number'),
        hours: hours(),
        place: count('waiting') + 1,
      });
    case 'stagedScore':
      return t('flow-test.told.score', { score: count('score'), of: count('of') });
    case 'notAskedInTest':
      return t('flow-test.told.notAsked');
    case 'notKeptInTest':
      return t('flow-test.told.notKept');
    default:
      return null;
  }
}

const SHOWN_TYPES = new Set<unknown>([
  'stagedTransfer',
  'stagedMessage',
  'stagedMessageLeft',
  'stagedNoMessage',
  'stagedCallback',
  'stagedScore',
  'notAskedInTest',
  'notKeptInTest',
]);

/** Whether a message tells of something that would happen on a call: such ones are always shown. */
export const isStaged = ({ note }: TestMessage): boolean => SHOWN_TYPES.has(note);
