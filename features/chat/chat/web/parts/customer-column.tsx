import { Textarea } from '@mantine/core';
import { Suspense, useState } from 'react';
import { CustomerCard } from '#features/customers/customers/web/index.ts';
import { useCallNumber, useNow } from '#features/voice/softphone/web/index.ts';
import type { Language } from '#shared/languages.ts';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { NumberButton } from '#platform/web/ui/number-button.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { isZone } from '#platform/web/zone.ts';
import { chatApi, type Conversation } from '../../contract.ts';
import type { ChatSession } from '../desk/chat-session.ts';
import { nameOf } from '../name-of.ts';
import { ChooseCustomer } from './choose-customer.tsx';
import { LabelChoices } from './label-choices.tsx';

const MINUTE_MS = 60_000;

/** Who writes, which customer that is, and what the conversation was about. */
export function CustomerColumn({ session, conversation: one }: { session: ChatSession; conversation: Conversation }) {
  const can = useCan();
  const me = useViewer()?.userId;
  // Called into a colleague's conversation one reads.
  const isReader = one.state === 'open' && one.agent_id !== me && !can('chat.supervise');
  const record = useCommand(chatApi.record, { onDone: (next) => session.took(next) });
  const link = (customerId: number | null) => record.mutate({ conversation_id: one.id, customer_id: customerId });
  return (
    <>
      <Visitor conversation={one} />
      {can('customers.use') &&
        (one.customer_id === null ? (
          !isReader && <ChooseCustomer conversation={one} isPending={record.isPending} onChoose={link} />
        ) : (
          <Suspense fallback={<LoadingLines lines={4} />}>
            <CustomerCard
              key={one.customer_id}
              customerId={one.customer_id}
              {...(isReader ? {} : { onBack: () => link(null) })}
            />
          </Suspense>
        ))}
      {!isReader && (
        <About conversation={one} onSave={(change) => record.mutate({ conversation_id: one.id, ...change })} />
      )}
    </>
  );
}

function Visitor({ conversation: one }: { conversation: Conversation }) {
  const t = useText();
  const callNumber = useCallNumber();
  const format = useFormat();
  const language = useLanguage();
  const nowMs = Math.floor(useNow() / MINUTE_MS) * MINUTE_MS;
  const time = isZone(one.time_zone)
    ? new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone: one.time_zone }).format(nowMs)
    : '';
  const isPage = /^https?:\/\//.test(one.page_url);
  const facts: [string, React.ReactNode][] = [
    [t('chat.fact.email'), one.email],
    [
      t('chat.fact.phone'),
      one.phone && (
        <span key="phone" className="figures">
          <NumberButton
            shown={one.phone}
            onCall={
              callNumber && (() => callNumber({ number: one.phone, word: one.phone_word, country: '', name: one.name }))
            }
          />
        </span>
      ),
    ],
    [t('chat.fact.language'), one.language && languageName(one.language, language)],
    [t('chat.fact.time'), time],
    [
      t('chat.fact.page'),
      isPage && (
        <a key="page" href={one.page_url} target="_blank" rel="noopener noreferrer nofollow">
          {one.page_url.replace(/^https?:\/\//, '')}
        </a>
      ),
    ],
    [t('chat.fact.group'), one.group_name],
    [t('chat.fact.begun'), format.dateTime(one.created_at)],
    ...Object.entries(one.answers).map(([key, answer]): [string, React.ReactNode] => [
      questionOf(one, key, language),
      answer,
    ]),
    [
      t('chat.fact.rating'),
      one.rating !== null && (
        <span key="rating">
          {'★'.repeat(one.rating)}
          {'☆'.repeat(5 - one.rating)}
          {one.rating_note && <small> {one.rating_note}</small>}
        </span>
      ),
    ],
  ];
  return (
    <section className="chat-part">
      <h3>{t('chat.who')}</h3>
      <p className="chat-name">{nameOf(one, t)}</p>
      <dl className="desk-facts">
        {facts.map(
          ([title, fact]) =>
            fact && (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{fact}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

/** What was asked, in the reader's language, else in any it was asked in; a question that is gone is known by its key. */
function questionOf({ answer_labels: labels }: Conversation, key: string, language: Language): string {
  const texts = labels[key] ?? {};
  return texts[language] || Object.values(texts).find(Boolean) || key;
}

function languageName(code: string, shownIn: string): string {
  try {
    return new Intl.DisplayNames([shownIn], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** [CHAT-09] The record of the conversation, also after it is over. */
function About({
  conversation: { label_id: label, remark },
  onSave,
}: {
  conversation: Conversation;
  onSave: (change: { label_id?: number | null; remark?: string }) => void;
}) {
  const t = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const end = () => {
    if (typed !== null && typed.trim() !== remark) onSave({ remark: typed.trim() });
    setTyped(null);
  };
  return (
    <section className="chat-part">
      <h3>{t('chat.about')}</h3>
      <LabelChoices value={label} onChange={(id) => onSave({ label_id: id })} />
      <Textarea
        aria-label={t('chat.remark')}
        placeholder={t('chat.remark')}
        rows={2}
        maxLength={2_000}
        value={typed ?? remark}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={end}
      />
    </section>
  );
}
