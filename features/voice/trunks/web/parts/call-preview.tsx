import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { previewCall, readCall, type CallWording } from '#core/trunk/call-wording.ts';
import { useText } from '#platform/web/i18n.ts';
import type { SipTrunkFields } from '../../contract.ts';
import '#platform/web/ui/fact-list.css';

const HIDDEN = '•••';

/** Header lines of what is typed; secrets are not shown, not even those just typed. */
const wordingOf = ({ headers, ...trunk }: SipTrunkFields): CallWording => ({
  ...trunk,
  headers: Object.fromEntries(headers.map(({ name, value, isSecret }) => [name, isSecret ? HIDDEN : value])),
});

/** A call as it would leave and as one that comes in would be read, by what is typed above. */
export function CallPreview({ trunk }: { trunk: SipTrunkFields }) {
  const t = useText();
  const [out, setOut] = useState({ from: '12025550100', to: '525512345678' });
  const [incoming, setIncoming] = useState({ from: '+525512345678', to: '12025550100' });
  const wording = wordingOf(trunk);
  const read = readCall(wording, incoming);
  return (
    <section className="trunk-preview" aria-label={t('trunks.preview.title')}>
      <h3>{t('trunks.preview.title')}</h3>
      <p>{t('trunks.preview.out')}</p>
      <div className="form-row trunk-row">
        <TextInput
          label={t('trunks.preview.shown')}
          description={t('trunks.preview.shownHint')}
          maxLength={30}
          value={out.from}
          onChange={(event) => setOut({ ...out, from: event.currentTarget.value })}
        />
        <TextInput
          label={t('trunks.preview.called')}
          description={t('trunks.preview.calledHint')}
          maxLength={30}
          value={out.to}
          onChange={(event) => setOut({ ...out, to: event.currentTarget.value })}
        />
      </div>
      <pre role="group" aria-label={t('trunks.preview.lines')}>
        {previewCall(wording, plainEnds(out)).join('\n')}
      </pre>
      <p>{t('trunks.preview.in')}</p>
      <div className="form-row trunk-row">
        <TextInput
          label={t('trunks.preview.dialled')}
          maxLength={30}
          value={incoming.to}
          onChange={(event) => setIncoming({ ...incoming, to: event.currentTarget.value })}
        />
        <TextInput
          label={t('trunks.preview.caller')}
          maxLength={30}
          value={incoming.from}
          onChange={(event) => setIncoming({ ...incoming, from: event.currentTarget.value })}
        />
      </div>
      <dl className="fact-list">
        <div>
          <dt>{t('trunks.preview.readDialled')}</dt>
          <dd className="figures">{read.to || '–'}</dd>
        </div>
        <div>
          <dt>{t('trunks.preview.readCaller')}</dt>
          <dd className="figures">{read.from || '–'}</dd>
        </div>
      </dl>
    </section>
  );
}

/** As the product has numbers: digits with the country's code. */
const plainEnds = ({ from, to }: { from: string; to: string }) => ({ from: plain(from), to: plain(to) });
const plain = (number: string): string => number.replace(/[\s().\-/]/g, '').replace(/^\+/, '');
