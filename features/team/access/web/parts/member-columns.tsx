import { SeatKind } from '#shared/codes/seat-kind.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge, codeLabel } from '#platform/web/ui/code-badge.tsx';
import { PersonCell } from '#platform/web/ui/initials.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { useViewer } from '#platform/web/viewer.ts';
import type { Member } from '../../contract.ts';
import '../access.css';

export function useMemberColumns(): Column<Member>[] {
  const t = useText();
  const format = useFormat();
  const userId = useViewer()?.userId;
  const ago = (moment: string | null) =>
    moment ? <time title={format.exact(moment)}>{format.relative(moment)}</time> : t('access.member.never');
  return [
    {
      id: 'name',
      header: t('access.member.name'),
      sort: true,
      required: true,
      card: 'title',
      width: 300,
      cell: (member) => (
        <span className="access-name">
          <PersonCell name={member.nickName} detail={member.email} />
          {member.isOwner && (
            <Badge look="tag" tone="blue">
              {t('access.member.owner')}
            </Badge>
          )}
          {member.userId === userId && <Badge look="tag">{t('access.member.you')}</Badge>}
        </span>
      ),
    },
    {
      id: 'roles',
      header: t('access.member.roles'),
      width: 220,
      cell: (member) => member.roles.map((role) => role.roleName).join(', ') || '–',
    },
    { id: 'seats', header: t('access.member.seats'), cell: (member) => <Seats member={member} /> },
    {
      id: 'state',
      header: t('access.member.state'),
      cell: ({ enabled }) => (
        <Badge look="dot" tone={enabled ? 'green' : 'grey'}>
          {t(enabled ? 'access.member.enabled' : 'access.member.disabled')}
        </Badge>
      ),
    },
    { id: 'lastSeenAt', header: t('access.member.lastSeen'), sort: true, cell: (member) => ago(member.lastSeenAt) },
    {
      id: 'joinedAt',
      header: t('access.member.joined'),
      sort: true,
      hidden: true,
      cell: (member) => <time title={format.exact(member.joinedAt)}>{format.date(member.joinedAt)}</time>,
    },
  ];
}

function Seats({ member }: { member: Pick<Member, 'textSeat' | 'voiceSeat'> }) {
  if (!member.textSeat && !member.voiceSeat) return <span aria-hidden>–</span>;
  return (
    <span className="access-tags">
      {member.voiceSeat && <Badge look="tag">{codeLabel(SeatKind, SeatKind.voice)}</Badge>}
      {member.textSeat && <Badge look="tag">{codeLabel(SeatKind, SeatKind.text)}</Badge>}
    </span>
  );
}
