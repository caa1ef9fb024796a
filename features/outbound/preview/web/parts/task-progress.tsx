import { Progress } from '@mantine/core';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import type { PreviewTask } from '../../contract.ts';

/** How many of its customers are done with. */
export function TaskProgress({ customers, completed }: Pick<PreviewTask, 'customers' | 'completed'>) {
  const t = useText();
  const format = useFormat();
  const told = t('preview.doneOf', { done: format.number(completed), all: format.number(customers) });
  return (
    <span className="preview-progress">
      <Progress size="sm" color="green" value={customers === 0 ? 0 : (completed / customers) * 100} aria-label={told} />
      <small className="figures">{told}</small>
    </span>
  );
}
