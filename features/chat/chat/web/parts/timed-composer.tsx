import { Button } from '@mantine/core';
import { Hourglass, LayoutTemplate } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import { useNow } from '#features/voice/softphone/web/index.ts';
import { duration } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { fromWire } from '#platform/web/zone.ts';
import type { Conversation } from '../../contract.ts';
import type { ChatSession } from '../desk/chat-session.ts';
import { Composer } from './composer.tsx';

/** The clock beside it counts seconds; what one writes is not drawn anew for that. */
const SteadyComposer = memo(Composer);
const TemplateDialog = lazy(() => import('./template-dialog.tsx'));

interface TimedProps {
  session: ChatSession;
  conversation: Conversation;
}

/** Where one answers. Some carriers take free words for a while only: how long, and after it templates. */
export function TimedComposer({ session, conversation }: TimedProps) {
  return conversation.writable_until === null ? (
    <Composer session={session} conversation={conversation} />
  ) : (
    <WhileOpen session={session} conversation={conversation} until={conversation.writable_until} />
  );
}

function WhileOpen({ session, conversation, until }: TimedProps & { until: string }) {
  const t = useText();
  const [choosing, setChoosing] = useState(false);
  const leftMs = fromWire(until).getTime() - useNow();
  const isOver = leftMs <= 0;
  const choose = conversation.templates && (
    <Button
      size="xs"
      variant="default"
      leftSection={<LayoutTemplate size={14} aria-hidden />}
      onClick={() => setChoosing(true)}
    >
      {t('chat.template')}
    </Button>
  );
  return (
    <>
      <div className="chat-window" data-over={isOver || undefined}>
        <Hourglass size={13} aria-hidden />
        <span>
          {isOver
            ? t(conversation.templates ? 'chat.window.over' : 'chat.window.overNone')
            : t('chat.window.left', { time: duration(leftMs / 1_000) })}
        </span>
        {choose}
      </div>
      <SteadyComposer
        key={isOver ? 'notes' : 'free'}
        session={session}
        conversation={conversation}
        notesOnly={isOver}
      />
      {choosing && (
        <Suspense fallback={null}>
          <TemplateDialog conversation={conversation} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}
