import { Suspense, useState } from 'react';
import type { z } from 'zod';
import { HelpRights } from '#features/operator/tenants/web/index.ts';
import type { DataOf } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { operatorHelpApi } from '../../contract.ts';

type Listed = DataOf<typeof operatorHelpApi.list>;
type Values = { id?: number; functions: string[] };

/** Lets operators in for an hour, with the rights chosen here and no others. */
export function GrantPanel({
  asked,
  rights,
  onClose,
}: {
  asked: Listed['helps'][number] | null;
  rights: Listed['rights'];
  onClose: () => void;
}) {
  const t = useText();
  // Nobody gives more than they have.
  const mine = new Set(rights.flatMap(({ functions }) => functions.map(({ key }) => key)));
  const wished = asked?.functions ?? [];
  const leftOut = wished.filter((key) => !mine.has(key)).length;
  const [initial] = useState<Values>(() => ({
    ...(asked ? { id: asked.id } : {}),
    functions: wished.filter((key) => mine.has(key)),
  }));
  const form = useContractForm<Values>(operatorHelpApi.grant.input as z.ZodType<unknown, Values>, initial);
  const grant = useCommand(operatorHelpApi.grant, {
    invalidates: [operatorHelpApi.list],
    done: 'operator-help.granted',
    handlesFailures: true,
  });
  return (
    <SidePanel opened onClose={onClose} title={t('operator-help.grant.title')} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        submit={t('operator-help.grant.go')}
        onCancel={onClose}
        onSubmit={async (values) => {
          await grant.mutateAsync(values);
          onClose();
        }}
      >
        <p className="help-lead">{t('operator-help.grant.lead')}</p>
        {asked?.why && (
          <p>
            <b>{asked.askedBy}:</b> {asked.why}
          </p>
        )}
        {leftOut > 0 && <p role="note">{t('operator-help.grant.leftOut', { count: leftOut })}</p>}
        <Suspense fallback={<LoadingLines lines={3} />}>
          <HelpRights
            rights={rights}
            value={form.values.functions}
            error={form.errors['functions']}
            onChange={(functions) => form.setFieldValue('functions', functions)}
          />
        </Suspense>
      </ContractForm>
    </SidePanel>
  );
}
