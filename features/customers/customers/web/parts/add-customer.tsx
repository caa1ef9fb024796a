import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { failureText } from '#platform/web/failure-handler.ts';
import { bringIntoSight } from '#platform/web/ui/form/into-sight.ts';
import { Refusal } from '#platform/web/ui/form/refusal.tsx';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { customersApi } from '../../contract.ts';
import { blankCustomer, isBlank, namesNobody, sameAs, wishOf } from './new-customer-values.ts';
import { NewCustomerFields } from './new-customer-fields.tsx';
import '#platform/web/ui/form/form.css';

/** A new customer. A number somebody has is told first, with a way to whom it belongs. */
export function AddCustomer({ onClose }: { onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(blankCustomer);
  const show = (id: number | string) => {
    onClose();
    void navigate(`/customers/${id}`);
  };
  const add = useCommand(customersApi.insert, {
    handlesFailures: true,
    invalidates: [customersApi.list, customersApi.myList],
    onDone: ({ id }) => show(id),
  });
  const same = sameAs(add.error);
  return (
    <SidePanel opened onClose={onClose} title={t('customers.add')} dirty={!isBlank(typed) && !add.isPending}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(wishOf(typed));
        }}
      >
        <NewCustomerFields
          typed={typed}
          onChange={(part) => setTyped((before) => ({ ...before, ...part }))}
          onField={(id, value) => setTyped((before) => ({ ...before, fields: { ...before.fields, [id]: value } }))}
        />
        {same && (
          <Alert ref={bringIntoSight} tabIndex={-1} color="orange" role="alert" title={t('customers.exists')}>
            <div className="page-actions">
              {same.slice(0, 3).map((id) => (
                <Button key={id} size="xs" variant="default" onClick={() => show(id)}>
                  {t('customers.openExisting')}
                </Button>
              ))}
              <Button
                size="xs"
                variant="default"
                onClick={() => add.mutate({ ...wishOf(typed), allow_duplicate: true })}
              >
                {t('customers.addAnyway')}
              </Button>
            </div>
          </Alert>
        )}
        <Refusal text={add.error && !same ? failureText(add.error) : ''} />
        <div className="form-buttons">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={add.isPending} disabled={namesNobody(typed)}>
            {t('customers.add')}
          </Button>
        </div>
      </form>
    </SidePanel>
  );
}
