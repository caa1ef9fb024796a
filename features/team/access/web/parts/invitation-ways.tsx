import { useText } from '#platform/web/i18n.ts';
import { ShownOnce } from '#platform/web/ui/shown-once.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { accessApi } from '../../contract.ts';

/** A link that was just made, and for whom. */
export interface NewLink {
  email: string;
  link: string;
}

/** Whether mails leave this installation; undefined until it is known. */
export function useMails(): boolean | undefined {
  const can = useCan();
  const options = { enabled: can('access.members'), staleMs: Infinity, handlesFailures: true };
  return useEndpoint(accessApi.invitationWays, {}, options).data?.mail;
}

/** The link of an invitation, to be handed over by whoever invites. */
export function LinkDialog({ made: { email, link }, onClose }: { made: NewLink; onClose: () => void }) {
  const t = useText();
  return (
    <ShownOnce
      title={t('access.invitation.linkTitle', { email })}
      hint={t('access.invitation.linkHint')}
      value={link}
      copy={t('access.invitation.copyLink')}
      done={t('access.invitation.linkDone')}
      onClose={onClose}
    />
  );
}
