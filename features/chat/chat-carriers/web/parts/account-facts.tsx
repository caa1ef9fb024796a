import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import type { ShownCarrierAccount } from '../../contract.ts';
import { problemText } from '../problem-text.ts';

/** Who we are at the carrier, where it calls, and how the last contact was. */
export function AccountFacts({ account }: { account: ShownCarrierAccount }) {
  const t = useText();
  const format = useFormat();
  const { whatsapp, email, hook, contact_at: contactAt, problem } = account;
  return (
    <dl>
      {whatsapp && (
        <>
          <dt>{t('chat-carriers.number')}</dt>
          <dd>{spokenNumber(whatsapp.display_number.replace(/(?!^\+)\D/g, ''))}</dd>
        </>
      )}
      {email && (
        <>
          <dt>{t('chat-carriers.field.address')}</dt>
          <dd>{email.address}</dd>
        </>
      )}
      {hook && (
        <>
          <dt>{t('chat-carriers.hook')}</dt>
          <dd>
            <code>{hook.address}</code>
            <CopyButton value={hook.address} />
          </dd>
          <dt>{t('chat-carriers.verifyToken')}</dt>
          <dd>
            <code>{hook.verify_token}</code>
            <CopyButton value={hook.verify_token} />
          </dd>
          <dt />
          <dd className="channel-hint">{t('chat-carriers.hookHint')}</dd>
        </>
      )}
      <dt>{t('chat-carriers.contact')}</dt>
      <dd>{contactAt ? format.dateTime(contactAt) : t('chat-carriers.contactNever')}</dd>
      {problem && (
        <>
          <dt>{t('chat-carriers.problem')}</dt>
          <dd className="carrier-problem">{problemText(problem)}</dd>
        </>
      )}
    </dl>
  );
}
