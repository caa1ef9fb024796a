import { Button } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import './second-factor.css';

/** Recovery codes that were just made and are never shown again. */
export function RecoveryDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useText();
  return (
    <Dialog opened mustChoose onClose={onClose} title={t('second-factor.recovery.title')}>
      <p className="factor-note">{t('second-factor.recovery.keep')}</p>
      <ul className="factor-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="form-buttons">
        <CopyButton value={codes.join('\n')} label={t('second-factor.recovery.copy')} />
        <Button onClick={onClose}>{t('second-factor.recovery.kept')}</Button>
      </div>
    </Dialog>
  );
}
