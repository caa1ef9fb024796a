import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { fieldConfigApi, type CustomField } from '../../contract.ts';

/** Deletes a field once its name was typed: every customer loses a value. */
export function FieldDeletion({ field: { id, name }, onClose }: { field: CustomField; onClose: () => void }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const remove = useCommand(fieldConfigApi.removeCustom, {
    invalidates: [fieldConfigApi.centreList, fieldConfigApi.list],
    onDone: onClose,
  });
  return (
    <Dialog opened onClose={onClose} title={t('field-config.deleteTitle', { name })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === name) remove.mutate({ id });
        }}
      >
        <p>{t('field-config.deleteBody')}</p>
        <TextInput
          data-autofocus
          label={t('field-config.deleteName')}
          placeholder={name}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" color="red" disabled={typed.trim() !== name} loading={remove.isPending}>
            {t('field-config.delete')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
