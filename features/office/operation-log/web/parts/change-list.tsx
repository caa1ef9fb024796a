import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import type { ChangedField } from '../../contract.ts';
import { fieldWords, shownValue } from '../changed-value.ts';

/** What changed, a line per field; something new or deleted has one side only. */
export function ChangeList({ changes }: { changes: ChangedField[] }) {
  const t = useText();
  const had = changes.some(({ before }) => before !== null);
  const has = changes.some(({ after }) => after !== null);
  return (
    <table className="log-changes">
      <thead>
        <tr>
          <th scope="col">{t('operation-log.detail.field')}</th>
          {had && <th scope="col">{t('operation-log.detail.before')}</th>}
          {has && <th scope="col">{had ? t('operation-log.detail.after') : t('operation-log.detail.value')}</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field ? fieldWords(field) : t('operation-log.detail.value')}</th>
            {had && (
              <td>
                <del>
                  <Value json={before} />
                </del>
              </td>
            )}
            {has && (
              <td>
                <ins>
                  <Value json={after} />
                </ins>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ json }: { json: string | null }) {
  const t = useText();
  const format = useFormat();
  const value = shownValue(json);
  switch (value.as) {
    case 'nothing':
      return <i>{t('operation-log.value.nothing')}</i>;
    case 'yes':
      return t('operation-log.value.yes');
    case 'no':
      return t('operation-log.value.no');
    case 'moment':
      return format.exact(value.moment);
    case 'text':
      return value.text;
    case 'list':
      return (
        <ul>
          {value.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'code':
      return <pre>{value.text}</pre>;
  }
}
