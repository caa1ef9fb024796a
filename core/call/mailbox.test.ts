import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAIN_BOX, mailboxOf, messageId, recordingName, wordOf, type Mailbox } from './mailbox.ts';

const id = fc.integer({ min: 1, max: 999_999_999 });
const boxes: fc.Arbitrary<Mailbox> = fc.oneof(
  fc.constant(MAIN_BOX),
  id.map((groupId): Mailbox => ({ kind: 'group', groupId })),
  id.map((userId): Mailbox => ({ kind: 'agent', userId })),
);

test('[CC-16] a box is known again by its word, and whatever says no box is the main one', () => {
  fc.assert(fc.property(boxes, (box) => void expect(mailboxOf(wordOf(box))).toEqual(box)));
  for (const word of ['', 'main', 'group:', 'group:-1', 'agent:x', 'agent:1234567890123456', 'Group:7', ' group:7'])
    expect(mailboxOf(word)).toEqual(MAIN_BOX);
});

test('[CC-16] the name of a recording on disk tells its call and its box, however odd the id of the call', () => {
  const callIds = fc.oneof(
    fc.uuid(),
    fc.constantFrom('a-call', 'b-voicemail', 'c-voicemail-g7', 'd-call2'),
    fc.stringMatching(/^[\w-]{1,30}$/),
  );
  fc.assert(
    fc.property(callIds, fc.integer({ min: 1, max: 9 }), boxes, (callId, number, box) => {
      expect(recordingName(messageId(callId, number, box))).toEqual({ callId, kind: 'voicemail', box });
    }),
  );
  expect(recordingName('7-call')).toEqual({ callId: '7', kind: 'call', box: MAIN_BOX });
  expect(recordingName('7-call2')).toEqual({ callId: '7', kind: 'call', box: MAIN_BOX });
  expect(recordingName('7-1')).toBeNull();
});

test('[CC-16] two messages of one call have two names', () => {
  fc.assert(
    fc.property(boxes, boxes, (one, other) => void expect(messageId('7', 1, one)).not.toBe(messageId('7', 2, other))),
  );
});
