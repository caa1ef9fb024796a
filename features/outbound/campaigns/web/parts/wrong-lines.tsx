import { Button } from '@mantine/core';
import { FileWarning } from 'lucide-react';
import { useState } from 'react';
import { download } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { campaignsApi, type CampaignImport } from '../../contract.ts';

/** The first rows that were wrong, and all of them as a file. */
export function WrongLines({ now: { id, wrong } }: { now: CampaignImport }) {
  const t = useText();
  const format = useFormat();
  const [isFetching, setFetching] = useState(false);
  const { data } = useEndpoint(campaignsApi.importWrong, { id }, { enabled: wrong > 0, handlesFailures: true });
  if (wrong === 0) return null;
  const fetch = () => {
    setFetching(true);
    void download(campaignsApi.importErrors, { id })
      .catch(handleFailure)
      .finally(() => setFetching(false));
  };
  return (
    <>
      {data ? (
        <ul className="campaign-wrong" aria-label={t('campaigns.wrong.title')}>
          {data.slice(0, SHOWN).map(({ line, wrongs }) => (
            <li key={line}>
              <b>{t('campaigns.wrong.line', { line: format.number(line) })}</b>{' '}
              {wrongs
                .map(({ column, value, why }) =>
                  [column, value, t(`campaigns.wrong.${whyText(why)}`)].filter(Boolean).join(': '),
                )
                .join(' · ')}
            </li>
          ))}
        </ul>
      ) : (
        <LoadingLines />
      )}
      <div>
        <Button
          variant="default"
          loading={isFetching}
          leftSection={<FileWarning size={15} aria-hidden />}
          onClick={fetch}
        >
          {t('campaigns.wrong.file', { count: wrong })}
        </Button>
      </div>
    </>
  );
}
const SHOWN = 20;

/** Of all that can be wrong with a row of customers, numbers matter here; the file tells the rest. */
const whyText = (why: string): 'phone' | 'noNumber' | 'other' =>
  why === 'phone' ? 'phone' : why === 'noContact' ? 'noNumber' : 'other';
