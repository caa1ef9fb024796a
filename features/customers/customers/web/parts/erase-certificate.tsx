import type { DataOf } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { ShownOnce } from '#platform/web/ui/shown-once.tsx';
import type { customersApi } from '../../contract.ts';

/** What is left of a person. */
export type Erased = DataOf<typeof customersApi.erase>;

/** Shows that a person is gone, and what proves it. */
export function EraseCertificate({
  erased: { certificate, erased },
  onClose,
}: {
  erased: Erased;
  onClose: () => void;
}) {
  const t = useText();
  const count = Object.values(erased).reduce((sum, one) => sum + one, 0);
  return (
    <ShownOnce
      title={t('customers.erase.done')}
      hint={t('customers.erase.certificate')}
      value={certificate}
      copy={t('customers.erase.copy')}
      done={t('ui.close')}
      onClose={onClose}
    >
      <p>{t('customers.erase.count', { count })}</p>
    </ShownOnce>
  );
}
