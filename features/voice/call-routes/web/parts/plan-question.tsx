import { NativeSelect, TextInput } from '@mantine/core';
import { callPurposes } from '#core/call/route-choices.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useText } from '#platform/web/i18n.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { MomentField } from '#platform/web/ui/moment-field.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import type { InputOf } from '#platform/web/call.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { routesApi } from '../../contract.ts';
import { PlanAnswerCard } from './plan-answer-card.tsx';
import { PlanPerson } from './plan-person.tsx';

interface Question extends Record<string, unknown> {
  userId: number | null;
  number: string;
  routerId: number;
  at: string | undefined;
  purpose: (typeof callPurposes)[number];
}

/** Asks the plan what would become of a call, without placing it. */
export function PlanQuestion() {
  const t = useText();
  const [query] = useAddressQuery();
  const form = useContractForm<Question>(routesApi.askPlan.input as never, {
    userId: null,
    number: query.get('number') ?? '',
    routerId: 0,
    at: undefined,
    purpose: 'manual',
  });
  const ask = useCommand(routesApi.askPlan, { handlesFailures: true });
  const { routerId, at, purpose, userId } = form.values;
  const routes = useEndpoint(routesApi.list, { path: 'list' }).data ?? [];
  return (
    <div className="plan">
      <Card title={t('routes.ask.title')}>
        <p>{t('routes.ask.lead')}</p>
        <ContractForm
          form={form}
          submit={t('routes.ask.submit')}
          onSubmit={(question) => ask.mutateAsync(question as InputOf<typeof routesApi.askPlan>)}
        >
          <PlanPerson
            userId={userId}
            error={form.errors['userId']}
            onChange={(next) => form.setFieldValue('userId', next)}
          />
          <TextInput
            required
            label={t('routes.ask.number')}
            description={t('routes.ask.numberHint')}
            placeholder="+52 55 1234 5678"
            inputMode="tel"
            maxLength={40}
            {...form.getInputProps('number')}
          />
          <MomentField
            label={t('routes.ask.moment')}
            description={t('routes.ask.momentHint')}
            value={at ?? null}
            error={form.errors['at']}
            onChange={(next) => form.setFieldValue('at', next ?? undefined)}
          />
          <NativeSelect
            label={t('routes.ask.purpose')}
            data={callPurposes.map((value) => ({ value, label: t(`routes.purpose.${value}`) }))}
            value={purpose}
            onChange={(event) => form.setFieldValue('purpose', event.currentTarget.value as Question['purpose'])}
          />
          <NativeSelect
            label={t('routes.ask.route')}
            data={[
              { value: '0', label: t('routes.defaultRoutes') },
              ...routes
                .filter(({ type }) => type !== RouteType.inbound)
                .map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={String(routerId)}
            onChange={(event) => form.setFieldValue('routerId', Number(event.currentTarget.value))}
          />
        </ContractForm>
      </Card>
      {ask.data && <PlanAnswerCard key={ask.submittedAt} answer={ask.data} />}
    </div>
  );
}
