import { PhoneForwarded } from 'lucide-react';
import { shortClock } from '#core/phone/call-clock.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useNow } from '#features/voice/softphone/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { fromWire } from '#platform/web/zone.ts';
import { useLines } from '../use-lines.ts';

const LONG_WAIT_MS = 60_000;

/** The lines of my groups, and whom they promised to call back. */
export function Lines({ clockOffsetMs }: { clockOffsetMs: number }) {
  const t = useText();
  const format = useFormat();
  const nowMs = useNow() + clockOffsetMs;
  const lines = useLines();
  if (!lines) return null;
  const { data, error, refetch } = lines;
  const groupName = (groupId: number): string => data?.groups.find((group) => group.groupId === groupId)?.name ?? '';
  return (
    <>
      <section className="bench-part">
        <h3>{t('workbench.lines')}</h3>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <LoadingLines />
        ) : data.groups.length === 0 ? (
          <p className="bench-quiet">{t('workbench.noGroups')}</p>
        ) : (
          <ul className="bench-rows">
            {data.groups.map(({ groupId, name, waiting, callbacks, oldestCallerAt }) => {
              const inLine = waiting - callbacks;
              const waitedMs = oldestCallerAt ? Math.max(0, nowMs - fromWire(oldestCallerAt).getTime()) : null;
              return (
                <li
                  key={groupId}
                  data-tone={inLine === 0 ? 'grey' : waitedMs !== null && waitedMs > LONG_WAIT_MS ? 'red' : 'violet'}
                >
                  <span>
                    <b>{name}</b>
                    <small>
                      {inLine === 0 ? t('workbench.nobodyWaits') : t('workbench.waiting', { count: inLine })}
                    </small>
                  </span>
                  {waitedMs !== null && (
                    <span
                      className="timer bench-wait"
                      aria-label={t('workbench.longestWait', { time: shortClock(waitedMs) })}
                    >
                      {shortClock(waitedMs)}
                    </span>
                  )}
                  <span className="bench-count" aria-hidden>
                    {format.number(inLine)}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </section>
      {data && data.callbacks.length > 0 && (
        <section className="bench-part">
          <h3>
            {t('workbench.callbacks')}
            <span className="bench-count">{format.number(data.callbacks.length)}</span>
          </h3>
          <p className="bench-quiet">{t('workbench.callbacksHint')}</p>
          <ul className="bench-rows">
            {data.callbacks.map(({ callId, customerNumber, groupId, queuedAt }) => (
              <li key={callId} data-tone="violet">
                <PhoneForwarded size={15} aria-hidden />
                <span>
                  <b className="figures">{spokenNumber(customerNumber)}</b>
                  <small>
                    {groupName(groupId)} · {format.relative(queuedAt, nowMs)}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
