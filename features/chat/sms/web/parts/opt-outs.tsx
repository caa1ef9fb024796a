import { ActionIcon } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Pages } from '#platform/web/ui/pages.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { smsApi } from '../../contract.ts';

const SIZE = 20;

/** Numbers that want no messages, and since when. */
export function OptOuts() {
  const t = useText();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = usePage(smsApi.optOuts, { page, size: SIZE });
  const remove = useCommand(smsApi.optOutRemove, { invalidates: [smsApi.optOuts], done: 'ui.saved' });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingLines />;
  if (data.total === 0) return <p className="sms-hint">{t('sms.settings.noOptOuts')}</p>;
  return (
    <>
      <ul className="sms-outs">
        {data.list.map(({ id, displayNumber, word, by, since }) => (
          <li key={id}>
            <b className="figures">{spokenNumber(displayNumber)}</b>
            <small>
              {[format.dateTime(since), by || t('sms.settings.byCustomer'), word].filter(Boolean).join(' · ')}
            </small>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('sms.settings.optOutRemove', { number: spokenNumber(displayNumber) })}
              onClick={() => remove.mutate({ id })}
            >
              <Trash2 size={15} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Pages pages={Math.ceil(data.total / SIZE)} page={page} onPage={setPage} />
    </>
  );
}
