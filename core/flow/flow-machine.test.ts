import { expect, test } from 'vitest';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aFlow, play } from './flow.fixture.ts';

const words = (en: string) => ({ words: { en }, sounds: {} });

const hotel = aFlow({
  hello: { kind: 'say', settings: { spoken: words('Hello {{name}}.') } },
  what: {
    kind: 'listen',
    settings: {
      spoken: words('What can I do for you?'), again: words('Sorry?'), tries: 2,
      intents: [{ key: 'book', name: 'Book', examples: ['I want to book a room'] }, { key: 'cancel', name: 'Cancel', examples: ['cancel my booking'] }],
    },
  },
  booked: { kind: 'hangUp', settings: { spoken: words('Done.') } },
}, ['start next hello', 'hello next what', 'what book booked']);

test('[FLOW-11] a conversation says what it has to, goes by what was meant, and ends with a result', () => {
  const { said, told, result } = play(hotel, ['said', { heard: 'I would like to book a room please' }], { name: 'Ana' });
  expect(said).toEqual(['Hello Ana.', 'What can I do for you?', 'Done.']);
  expect(told).toContain(MessageType.intentDetected);
  expect(result).toBe(AiCallResult.communicated);
});

test('[FLOW-11] what was not understood is asked again, until it was too often (max-times)', () => {
  const { said, told, result } = play(hotel, ['said', { heard: 'the weather' }, 'said', { heard: 'the weather' }]);
  expect(said).toEqual(['Hello .', 'What can I do for you?', 'Sorry?', 'What can I do for you?']);
  expect(told).toContain(MessageType.maxNotUnderstood);
  expect(result).toBe(AiCallResult.communicated);
});

test('[FLOW-11] a circle ends as a system exception', () => {
  const circle = aFlow({ one: { kind: 'say', settings: { spoken: words('') } }, two: { kind: 'say', settings: { spoken: words('') } } }, ['start next one', 'one next two', 'two next one']);
  const { told, result } = play(circle, []);
  expect(told).toContain(MessageType.maxVisits);
  expect(result).toBe(AiCallResult.systemException);
});

test('[FLOW-11] whoever hangs up at once did so quickly, whoever spoke hung up later', () => {
  expect(play(hotel, ['callerGone']).result).toBe(AiCallResult.userQuickHangup);
  expect(play(hotel, ['said', { heard: 'hm' }, 'callerGone']).result).toBe(AiCallResult.userHungUp);
});
