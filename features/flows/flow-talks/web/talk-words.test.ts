import { expect, test } from 'vitest';
import { MessageType } from '#shared/codes/message-type.ts';
import type { AiCallMessage } from '../contract.ts';
import { keysJoined, wordsOf } from './talk-words.ts';

const aMessage = (
  no: number,
  msgType: MessageType,
  msgInfo: Record<string, unknown>,
  stepId = 'ask',
): AiCallMessage => ({
  msgId: String(no),
  msgType,
  time_ms: 0,
  createTs: no,
  stepId,
  msgInfo,
  node_choose: '',
  recordUrl: '',
});

test('[FLOW-05] keys pressed one after another are read together, apart from those of another step', () => {
  const keys = MessageType.userPressedKeys;
  const messages = [
    aMessage(1, keys, { keys: '4' }),
    aMessage(2, keys, { keys: '7' }),
    aMessage(3, keys, { keys: '#' }),
    aMessage(4, MessageType.aiSaid, { text: 'Right?' }),
    aMessage(5, keys, { keys: '1' }),
    aMessage(6, keys, { keys: '2' }, 'menu'),
  ];
  expect(keysJoined(messages).map((message) => wordsOf(message, (_, value) => value))).toEqual([
    '47#',
    'Right?',
    '1',
    '2',
  ]);
});
