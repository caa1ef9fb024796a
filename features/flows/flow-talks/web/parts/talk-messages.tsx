import { Chip } from '@mantine/core';
import { useState } from 'react';
import { useFlowWord } from '#features/flows/flow-test/web/index.ts';
import { MessageFamily } from '#shared/codes/message-family.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import type { AiCallMessage } from '../../contract.ts';
import { familyOf, keysJoined, shownFamilies, stepNames, wordsOf } from '../talk-words.ts';
import '../ai-call.css';

/** What was said and decided, in order; technical rows only when they are asked for. */
export default function TalkMessages({ messages }: { messages: readonly AiCallMessage[] }) {
  const t = useText();
  const there = [...new Set(messages.map(familyOf))];
  const names = stepNames(messages);
  // Somebody changed these from what they are at first; while a conversation goes on, more of them come.
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const wanted = there.filter((family) => shownFamilies.has(family) !== changed.has(family));
  const choose = (next: string[]) =>
    setChanged(new Set(there.filter((family) => shownFamilies.has(family) !== next.includes(family))));
  return (
    <section aria-label={t('flow-talks.messages')}>
      <h3>{t('flow-talks.messages')}</h3>
      <div className="talk-families">
        <Chip.Group multiple value={wanted} onChange={choose}>
          {there.map((family) => (
            <Chip key={family} size="xs" value={family}>
              {codeLabel(MessageFamily, family)}
            </Chip>
          ))}
        </Chip.Group>
      </div>
      <ol className="talk-messages">
        {keysJoined(messages.filter((message) => wanted.includes(familyOf(message)))).map((message) => (
          <Message
            key={message.msgId}
            message={message}
            step={message.stepId === null ? '' : (names.get(message.stepId) ?? '')}
          />
        ))}
      </ol>
    </section>
  );
}

function Message({ message, step }: { message: AiCallMessage; step: string }) {
  const words = wordsOf(message, useFlowWord());
  return (
    <li data-family={familyOf(message)}>
      <small>
        <b>{codeLabel(MessageType, message.msgType)}</b>
        {step !== '' && <span> · {step}</span>}
      </small>
      {words !== '' && <p>{words}</p>}
    </li>
  );
}
