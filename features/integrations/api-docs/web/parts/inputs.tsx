import type { ApiInput } from '../../core/api-calls.ts';
import { useText } from '#platform/web/i18n.ts';

/** What a call takes, one line each; on a phone each becomes a small block. */
export function Inputs({ inputs }: { inputs: ApiInput[] }) {
  const t = useText();
  return (
    <table className="api-inputs">
      <thead>
        <tr>
          {(['name', 'where', 'type', 'required', 'limits'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`api-docs.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {inputs.map(({ name, where, type, required, limits }) => (
          <tr key={`${where} ${name}`}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{t(`api-docs.where.${where}`)}</td>
            <td>
              <code>{type}</code>
            </td>
            <td>{t(required ? 'api-docs.required' : 'api-docs.optional')}</td>
            <td>
              {limits.map(({ kind, value }) => (
                <span key={kind + value}>{t(`api-docs.limit.${kind}`, { value })}</span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
