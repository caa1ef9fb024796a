import { Textarea } from '@mantine/core';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import type { SipTrunk } from '../../contract.ts';
import type { TrunkForm } from '../trunk-fields.ts';

/** Whom to trust when we connect by TLS: carriers that sign their own certificates hand out theirs. */
export function RootFields({ form, known }: { form: TrunkForm; known: SipTrunk | null }) {
  const t = useText();
  const format = useFormat();
  const { roots } = form.values;
  const shown = known && known.roots === roots ? known.rootFacts : [];
  return (
    <fieldset className="form-group">
      <legend>{t('trunks.part.roots')}</legend>
      <Textarea
        label={t('trunks.field.roots')}
        description={t('trunks.field.rootsHint')}
        placeholder="-----BEGIN CERTIFICATE-----"
        rows={4}
        spellCheck={false}
        {...form.getInputProps('roots')}
      />
      {shown.length > 0 && (
        <ul className="trunk-roots">
          {shown.map(({ subject, until }) => (
            <li key={`${subject} ${until}`}>{t('trunks.rootShown', { subject, until: format.date(until) })}</li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
