import { Alert, List } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import type { ImportedPrices } from '../../contract.ts';

/** What became of a file of prices: how many were taken, or which rows are wrong and why. */
export function ImportResult({ result: { imported, wrong } }: { result: ImportedPrices }) {
  const t = useText();
  if (wrong.length === 0)
    return (
      <Alert variant="light" color="green" role="status" title={t('routes.price.imported', { count: imported })} />
    );
  return (
    <Alert variant="light" color="red" role="alert" title={t('routes.price.refused')}>
      <List size="sm">
        {wrong.map(({ line, why }) => (
          <List.Item key={`${line} ${why}`}>
            {t('routes.price.wrongLine', { line, why: t(`routes.price.why.${why}`) })}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
