import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { filledPage, LONGEST_PAGE_ADDRESS, pageFields, pageProblem } from '#core/call/customer-page.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { customerPageOpenings, type WireCallSettings } from '../contract.ts';

type PageSettings = Pick<WireCallSettings, 'CustomerPageAddress' | 'CustomerPageOpening'>;

/** Numbers kept for examples. */
const someone = { number: '525555501477', name: 'Rosa Díaz', customerId: '1024', callId: 'a1b2c3' };

interface CustomerPageCardProps {
  settings: PageSettings;
  disabled: boolean;
  isSaving: boolean;
  onSave: (change: PageSettings) => void;
}

/** An address of the team's own program, how agents come to it, and how it would read for somebody. */
export function CustomerPageCard({ settings, disabled, isSaving, onSave }: CustomerPageCardProps) {
  const t = useText();
  const saved = settings.CustomerPageAddress ?? '';
  const [address, setAddress] = useState(saved);
  const [opening, setOpening] = useState(settings.CustomerPageOpening);
  const problem = address === '' ? (opening === 'off' ? null : 'missing') : pageProblem(address);
  const isChanged = address !== saved || opening !== settings.CustomerPageOpening;
  const preview = address === '' || problem !== null ? null : filledPage(address, someone);
  return (
    <Card title={t('call-settings.customerPage')}>
      <p className="call-settings-note">{t('call-settings.customerPage.lead')}</p>
      <form
        className="call-settings-page"
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === null && isChanged)
            onSave({ CustomerPageAddress: address || null, CustomerPageOpening: opening });
        }}
      >
        <TextInput
          label={t('call-settings.CustomerPageAddress')}
          description={t('call-settings.CustomerPageAddress.hint', {
            fields: pageFields.map((field) => `{${field}}`).join(' '),
          })}
          placeholder="https://crm.example.com/find?phone={number}"
          type="text"
          inputMode="url"
          spellCheck={false}
          maxLength={LONGEST_PAGE_ADDRESS}
          disabled={disabled}
          value={address}
          error={problem !== null && isChanged ? t(`call-settings.page.${problem}`) : null}
          onChange={(event) => setAddress(event.currentTarget.value.trim())}
        />
        <div className="call-settings-chips" role="group" aria-label={t('call-settings.page.fields')}>
          {pageFields.map((field) => (
            <Button
              key={field}
              size="xs"
              variant="default"
              disabled={disabled}
              onClick={() => setAddress(`${address}{${field}}`)}
            >
              {t(`call-settings.page.${field}`)}
            </Button>
          ))}
        </div>
        {preview !== null && (
          <p className="call-settings-preview">
            <b>{t('call-settings.page.preview')}</b> <code>{preview}</code>
          </p>
        )}
        <Select
          label={t('call-settings.CustomerPageOpening')}
          description={t('call-settings.CustomerPageOpening.hint')}
          data={customerPageOpenings.map((way) => ({ value: way, label: t(`call-settings.opening.${way}`) }))}
          value={opening}
          allowDeselect={false}
          disabled={disabled}
          onChange={(value) => setOpening(customerPageOpenings.find((way) => way === value) ?? 'off')}
        />
        <Button type="submit" disabled={disabled || !isChanged || problem !== null} loading={isSaving}>
          {t('ui.save')}
        </Button>
      </form>
    </Card>
  );
}
