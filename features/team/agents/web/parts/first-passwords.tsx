import { Button, Table } from '@mantine/core';
import { Copy } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { copyText } from '#platform/web/ui/copy-button.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import '#platform/web/ui/shown-once.css';
import '#platform/web/ui/form/form.css';
import '../agents.css';

export interface FirstPassword {
  name: string;
  email: string;
  password: string;
}

/** Passwords that were just made and are never shown again. */
export function FirstPasswords({ list, onClose }: { list: readonly FirstPassword[]; onClose: () => void }) {
  const t = useText();
  return (
    <Dialog opened onClose={onClose} title={t('agents.passwords')} size={640} mustChoose>
      <div className="shown-once">
        <p>{t('agents.passwordsHint')}</p>
        {/* Reached by keyboard, because it scrolls. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className="agents-once" tabIndex={0} role="region" aria-label={t('agents.passwords')}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('agents.column.email')}</Table.Th>
                <Table.Th>{t('agents.password')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {list.map(({ name, email, password }) => (
                <Table.Tr key={email}>
                  <Table.Td>
                    {name} <small>{email}</small>
                  </Table.Td>
                  <Table.Td>
                    <code>{password}</code>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
        <div className="form-buttons">
          <Button
            variant="default"
            leftSection={<Copy size={15} aria-hidden />}
            onClick={() => void copyText(list.map(({ email, password }) => `${email}\t${password}`).join('\n'))}
          >
            {t('agents.copyAll')}
          </Button>
          <Button onClick={onClose}>{t('agents.passwordsDone')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
