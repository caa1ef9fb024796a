import { Alert, Button } from '@mantine/core';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import type { ChainCheck } from '../../contract.ts';

export function ChainCheckButton({ checking, onCheck }: { checking: boolean; onCheck: () => void }) {
  const t = useText();
  return (
    <Button variant="default" leftSection={<ShieldCheck size={15} aria-hidden />} loading={checking} onClick={onCheck}>
      {t('operation-log.verify.action')}
    </Button>
  );
}

/** What the check found, above the list. */
export function ChainCheckResult({ check, onClose }: { check: ChainCheck; onClose: () => void }) {
  const t = useText();
  const { intact, checked, broken, head } = check;
  return (
    <Alert
      className="log-check"
      role={intact ? 'status' : 'alert'}
      color={intact ? 'green' : 'red'}
      icon={intact ? <ShieldCheck size={18} aria-hidden /> : <ShieldAlert size={18} aria-hidden />}
      title={intact ? t('operation-log.verify.intact.title') : t('operation-log.verify.broken.title')}
      withCloseButton
      closeButtonLabel={t('ui.close')}
      onClose={onClose}
    >
      <p>
        {broken
          ? t(`operation-log.verify.broken.${broken.reason}`, { id: String(broken.id), count: checked })
          : t('operation-log.verify.intact.body', { count: checked })}
      </p>
      {intact && checked > 0 && (
        <p className="log-head">
          {t('operation-log.verify.head')}
          <span>
            <code>{head}</code>
            <CopyButton value={head} />
          </span>
        </p>
      )}
    </Alert>
  );
}
