import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { customerFilesApi, type CustomerImport } from '../../contract.ts';
import './wrong-rows.css';

/** The first wrong rows: line, column, what stands there and what is wrong with it. Gone once their file is. */
export function WrongRows({ now: { id, wrong } }: { now: CustomerImport }) {
  const t = useText();
  const format = useFormat();
  const { data, error, refetch } = useEndpoint(
    customerFilesApi.wrongRows,
    { id },
    { enabled: wrong > 0, handlesFailures: true },
  );
  if (wrong === 0 || data?.length === 0) return null;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines />;
  return (
    <section className="wrong-rows">
      <h3>{t('customer-files.wrongRows')}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <div className="wrong-rows-scroll" tabIndex={0} role="region" aria-label={t('customer-files.wrongRows')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('customer-files.wrongRows.line')}</th>
              <th scope="col">{t('customer-files.wrongRows.column')}</th>
              <th scope="col">{t('customer-files.wrongRows.value')}</th>
              <th scope="col">{t('customer-files.wrongRows.why')}</th>
            </tr>
          </thead>
          <tbody>
            {data.flatMap(({ line, wrongs }) =>
              wrongs.map(({ column, why, value }, place) => (
                <tr key={`${line} ${place}`}>
                  <th scope="row">{format.number(line)}</th>
                  <td>{column ?? <i>{t('customer-files.wrongRows.row')}</i>}</td>
                  <td>{value}</td>
                  <td>{t(`customer-files.wrong.${why}`)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
      {wrong > data.length && (
        <p className="import-hint">{t('customer-files.wrongRows.first', { count: data.length, all: wrong })}</p>
      )}
    </section>
  );
}
