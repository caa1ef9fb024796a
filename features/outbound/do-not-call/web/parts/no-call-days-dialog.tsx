import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { readHolidays } from '#core/calendar/holiday-list.ts';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { doNotCallApi } from '../../contract.ts';
import '#platform/web/ui/form/form.css';

const AREA_MAX = 8;

/** Days without calls of one place, as many as somebody has in a list. */
export function NoCallDaysDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const countries = useCountryChoices();
  const [country, setCountry] = useState('');
  const [area, setArea] = useState('');
  const [text, setText] = useState('');
  const adding = useCommand(doNotCallApi.addDays, { invalidates: [doNotCallApi.days], handlesFailures: true });
  const { holidays, wrong } = readHolidays(text);
  const isReady = country !== '' && holidays.length > 0 && wrong.length === 0;
  const add = () =>
    adding.mutate(
      {
        country,
        area,
        // All of them, or the server refuses: one that was left out unseen would be a day with calls.
        days: holidays.map(({ date, name }) => ({ date, name })),
      },
      {
        onSuccess: ({ length }) => {
          toast({ tone: 'success', text: t('do-not-call.days.added', { count: length }) });
          onClose();
        },
      },
    );
  return (
    <Dialog opened onClose={onClose} title={t('do-not-call.days.add')}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) add();
        }}
      >
        <Select
          searchable
          required
          comboboxProps={LONG_LIST}
          label={t('do-not-call.column.country')}
          data={countries}
          value={country || null}
          onChange={(next) => setCountry(next ?? '')}
        />
        <TextInput
          inputMode="numeric"
          maxLength={AREA_MAX}
          label={t('do-not-call.days.area')}
          description={t('do-not-call.days.areaHint')}
          value={area}
          onChange={({ currentTarget: { value } }) => setArea(value.replace(/\D/g, ''))}
        />
        <Textarea
          required
          rows={6}
          label={t('do-not-call.days.list')}
          description={t('do-not-call.days.listHint')}
          value={text}
          error={wrong.length > 0 ? t('do-not-call.days.wrong', { line: wrong[0]! }) : undefined}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        {adding.error && (
          <p className="do-not-call-old" role="alert">
            {failureText(adding.error)}
          </p>
        )}
        <div className="form-buttons">
          <Button type="submit" disabled={!isReady} loading={adding.isPending}>
            {t('do-not-call.days.add')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
