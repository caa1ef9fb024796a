import { Suspense } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { SendSms } from '#features/chat/sms/web/index.ts';
import { useNow } from '#features/voice/softphone/web/index.ts';
import { countryName, isCountry } from '#platform/web/country.ts';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { useCan } from '#platform/web/viewer.ts';
import { timesIn } from '../local-time.ts';
import type { Subject } from '../subject.ts';
import { nameOf, type CustomerHistory } from '../use-history.ts';

const MINUTE_MS = 60_000;

/** A number that a click copies, unless something of it is hidden. What copies comes with the first click. */
function CopiedNumber({ number }: { number: string }) {
  const t = useText();
  const hint = t('workbench.customer.copy');
  const spoken = spokenNumber(number);
  const copy = () => void import('#platform/web/ui/copy-button.tsx').then(({ copyText }) => copyText(number));
  return number.includes('*') ? (
    <span className="figures">{spoken}</span>
  ) : (
    <button
      type="button"
      className="bench-copy figures"
      aria-label={`${hint}: ${spoken}`}
      data-hint={hint}
      onClick={copy}
    >
      {spoken}
    </button>
  );
}

/** What is known about the customer without looking anything up. */
export function CustomerPanel({ subject, history }: { subject: Subject; history: CustomerHistory }) {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const nowMs = Math.floor(useNow() / MINUTE_MS) * MINUTE_MS;
  const { own } = history;
  const number = subject.number || own?.displayNumber || own?.number || '';
  const iso2 = subject.iso2 || own?.country || '';
  const name = nameOf(subject, history);
  const earlier = history.calls.filter(({ callId }) => callId !== subject.callId);
  const count = Math.max(0, history.total - (own ? 1 : 0));
  const times = isCountry(iso2) ? timesIn(iso2, nowMs) : [];
  // Whoever only listens is not in the call.
  const mayText =
    useCan()('sms.use') &&
    subject.callId !== null &&
    number !== '' &&
    !subject.isInternal &&
    !subject.isFromChat &&
    subject.at !== 'monitoring' &&
    own?.direction !== 'internal';
  const facts: [string, React.ReactNode][] = [
    [t('workbench.customer.number'), number && <CopiedNumber key="number" number={number} />],
    [t('workbench.customer.country'), isCountry(iso2) && countryName(iso2, language)],
    [
      t('workbench.customer.time'),
      times.length > 0 && (
        <span key="time" className="timer">
          {times.join(' – ')}
        </span>
      ),
    ],
    [
      t('workbench.customer.calls'),
      !history.isLoading &&
        (history.totalCapped
          ? t('workbench.customer.more', { count: format.number(history.total) })
          : format.number(count)),
    ],
    [
      t('workbench.customer.last'),
      !history.isLoading &&
        (earlier[0]
          ? `${format.relative(earlier[0].startTime, nowMs)}${earlier[0].userName ? ` · ${earlier[0].userName}` : ''}`
          : t('workbench.customer.never')),
    ],
  ];
  return (
    <section className="bench-part">
      <h3>{t('workbench.customer')}</h3>
      {name && <p className="bench-name">{name}</p>}
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
      {mayText && (
        <Suspense fallback={null}>
          <SendSms target={{ callId: subject.callId!, shown: spokenNumber(number) }} />
        </Suspense>
      )}
    </section>
  );
}
