import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { carrierKinds, chatCarriersApi, type ShownCarrierAccount } from '../contract.ts';
import { AccountCard } from './parts/account-card.tsx';
import { EmailEditor } from './parts/email-editor.tsx';
import { WhatsappEditor } from './parts/whatsapp-editor.tsx';
import './carriers.css';

export interface AccountsProps {
  /** Somebody wants a new channel: which kind is asked here. */
  isAdding: boolean;
  onChosen: (kind: 'web' | 'other' | null) => void;
}

type Edited = { kind: ShownCarrierAccount['kind']; account: ShownCarrierAccount | null };

/** Accounts at carriers: how each is, its settings, and new ones. */
export default function Accounts({ isAdding, onChosen }: AccountsProps) {
  const t = useText();
  const can = useCan();
  const { data = [] } = useEndpoint(chatCarriersApi.list, {}, { enabled: can('chat-carriers.view') });
  const [edited, setEdited] = useState<Edited | null>(null);
  const close = () => setEdited(null);
  return (
    <>
      {data.map((account) => (
        <AccountCard
          key={account.id}
          account={account}
          mayEdit={can('chat-carriers.edit')}
          onEdit={() => setEdited({ kind: account.kind, account })}
        />
      ))}
      <Dialog title={t('chat-carriers.kindAsk')} opened={isAdding} onClose={() => onChosen(null)}>
        <div className="carrier-kinds">
          {(['web', ...carrierKinds] as const).map((kind) => (
            <button
              key={kind}
              type="button"
              onClick={() => {
                onChosen(kind === 'web' ? 'web' : 'other');
                if (kind !== 'web') setEdited({ kind, account: null });
              }}
            >
              <b>{t(`chat-carriers.kind.${kind}`)}</b>
              <small>{t(`chat-carriers.kindHint.${kind}`)}</small>
            </button>
          ))}
        </div>
      </Dialog>
      {edited?.kind === 'whatsapp' && <WhatsappEditor account={edited.account} onClose={close} />}
      {edited?.kind === 'email' && <EmailEditor account={edited.account} onClose={close} />}
    </>
  );
}
