import { Inbox, Layers, UserRound, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import type { KeptBox } from '../../contract.ts';
import { useBoxName } from './box-name.ts';
import '#platform/web/ui/badges.css';

const icons = { main: Inbox, group: UsersRound, agent: UserRound } as const;

interface BoxListProps {
  boxes: readonly KeptBox[] | undefined;
  /** Empty: all of them. */
  chosen: string;
  onChoose: (box: string) => void;
}

/** The boxes and how many new messages each has; a row of tabs on a phone. */
export function BoxList({ boxes, chosen, onChoose }: BoxListProps) {
  const t = useText();
  const nameOf = useBoxName();
  if (!boxes)
    return (
      <nav className="voicemail-boxes" aria-label={t('voicemails.boxes')}>
        <LoadingLines lines={4} />
      </nav>
    );
  const all = boxes.reduce((sum, { fresh }) => sum + fresh, 0);
  return (
    <nav className="voicemail-boxes" aria-label={t('voicemails.boxes')}>
      <ul>
        {boxes.length !== 1 && (
          <Box
            icon={<Layers size={17} aria-hidden />}
            name={t('voicemails.box.all')}
            fresh={all}
            isChosen={chosen === ''}
            onChoose={() => onChoose('')}
          />
        )}
        {boxes.map((box) => {
          const Icon = icons[box.kind];
          return (
            <Box
              key={box.box}
              icon={<Icon size={17} aria-hidden />}
              name={nameOf(box)}
              fresh={box.fresh}
              isChosen={chosen === box.box || boxes.length === 1}
              onChoose={() => onChoose(box.box)}
            />
          );
        })}
      </ul>
    </nav>
  );
}

function Box({
  icon,
  name,
  fresh,
  isChosen,
  onChoose,
}: {
  icon: ReactNode;
  name: string;
  fresh: number;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const t = useText();
  const format = useFormat();
  return (
    <li>
      <button type="button" aria-current={isChosen || undefined} onClick={onChoose}>
        {icon}
        <span>{name}</span>
        {fresh > 0 && (
          <b className="count-pill">
            <span aria-hidden>{format.number(fresh)}</span>
            <span className="visually-hidden">{t('voicemails.fresh', { count: fresh })}</span>
          </b>
        )}
      </button>
    </li>
  );
}
