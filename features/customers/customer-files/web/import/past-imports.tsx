import { Link } from 'react-router';
import type { Tone } from '#shared/codes.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { customerFilesApi, type CustomerImport } from '../../contract.ts';
import { addressOf } from './import-address.ts';

const tones: Record<CustomerImport['state'], Tone> = {
  uploaded: 'grey',
  checking: 'blue',
  checked: 'warning',
  importing: 'blue',
  done: 'green',
  failed: 'red',
  cancelled: 'grey',
};
const shownCounts = ['added', 'updated', 'wrong'] as const;

/** The latest imports of the tenant; unfinished ones are gone on with. */
export function PastImports() {
  const t = useText();
  const { data, error, refetch } = useEndpoint(customerFilesApi.imports, {}, { handlesFailures: true });
  if (data?.length === 0) return null;
  return (
    <Card title={t('customer-files.past')}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className="past-imports">
          {data.map((one) => (
            <li key={one.id}>
              <Past one={one} />
            </li>
          ))}
        </ul>
      ) : (
        <LoadingLines />
      )}
    </Card>
  );
}

function Past({ one }: { one: CustomerImport }) {
  const t = useText();
  const format = useFormat();
  const counts =
    one.state === 'done' || one.state === 'checked'
      ? shownCounts
          .filter((name) => one[name] > 0 || name === 'added')
          .map((name) => t(`customer-files.count.${name}`, { count: one[name] }))
      : [];
  return (
    <>
      <span>
        <Link to={addressOf(one.id)}>{one.file_name}</Link>
        <small>{[one.author, format.dateTime(one.created_at), ...counts].filter(Boolean).join(' · ')}</small>
      </span>
      <Badge tone={tones[one.state]}>{t(`customer-files.state.${one.state}`)}</Badge>
    </>
  );
}
