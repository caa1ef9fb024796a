import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import type { PublicChannel } from '../../contract.ts';
import { VisitorComposer } from './visitor-composer.tsx';
import { OfflineForm } from './offline-form.tsx';
import type { VisitorLine, VisitorView } from './visitor-line.ts';

interface Props {
  channel: PublicChannel;
  view: VisitorView;
  line: VisitorLine;
}

/**
 * Where the visitor writes: in a conversation, or outside the hours a word with an address. Within the hours while nobody is at work
 * it is theirs to choose: to write and wait, or to leave an address for the answer.
 */
export function WhereToWrite({ channel, view, line }: Props) {
  const t = useText();
  const [isLeaving, setLeaving] = useState(false);
  const isAlive = view.conversation !== null && view.conversation.state !== 'closed';
  if (isAlive || (channel.open && channel.staffed))
    return <VisitorComposer channel={channel} view={view} line={line} />;
  if (!channel.open || isLeaving) return <OfflineForm channel={channel} token={view.token!} />;
  return (
    <>
      <div className="vis-nobody">
        <p>{t('chat-channels.visitor.nobodyAsk')}</p>
        <button type="button" className="vis-plain" onClick={() => setLeaving(true)}>
          {t('chat-channels.visitor.leaveInstead')}
        </button>
      </div>
      <VisitorComposer channel={channel} view={view} line={line} />
    </>
  );
}
