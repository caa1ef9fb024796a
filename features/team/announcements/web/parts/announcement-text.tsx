import { SegmentedControl } from '@mantine/core';
import { ExternalLink, Megaphone } from 'lucide-react';
import { useState, type ElementType } from 'react';
import { announcementLanguage, type Bilingual } from '../../core/announcement-text.ts';
import { textPieces } from '../../core/text-pieces.ts';
import { languageNames } from '#shared/languages.ts';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import type { UnreadAnnouncement } from '../../contract.ts';
import './announcement-text.css';

type Written = Pick<UnreadAnnouncement, 'title_cn' | 'title_en' | 'content_cn' | 'content_en'>;

const languages = [
  { value: 'en', label: languageNames['en-US'] },
  { value: 'cn', label: languageNames['zh-CN'] },
] as const;
const tags = { en: 'en', cn: 'zh-CN' } as const;

/** Plain text as paragraphs; what is typed never becomes markup. */
function Paragraphs({ text }: { text: string }) {
  const t = useText();
  return textPieces(text).map((pieces, index) => (
    <p key={index}>
      {pieces.map((piece, place) =>
        piece.link === undefined ? (
          piece.text
        ) : (
          <a key={place} href={piece.link} target="_blank" rel="noopener noreferrer">
            {piece.text}
            <ExternalLink size={12} aria-hidden />
            <span className="visually-hidden"> ({t('announcements.modal.newTab')})</span>
          </a>
        ),
      )}
    </p>
  ));
}

/** An announcement as its readers see it; where both languages are written they can switch. */
export function AnnouncementText({
  announcement,
  Heading = 'h2',
  at,
}: {
  announcement: Written;
  Heading?: ElementType;
  at?: string;
}) {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const content: Bilingual = { en: announcement.content_en, cn: announcement.content_cn };
  const titles: Bilingual = { en: announcement.title_en, cn: announcement.title_cn };
  const [chosen, setChosen] = useState<keyof Bilingual | null>(null);
  const hasBoth = content.en.trim() !== '' && content.cn.trim() !== '';
  const shown = (hasBoth && chosen) || announcementLanguage(language, content);
  const title = titles[shown] || t('announcements.modal.heading');
  return (
    <article className="announcement">
      <header>
        <Megaphone size={18} aria-hidden />
        <Heading lang={titles[shown] ? tags[shown] : undefined}>{title}</Heading>
        {at && <time>{format.dateTime(at)}</time>}
        {hasBoth && (
          <SegmentedControl
            size="xs"
            aria-label={t('announcements.modal.language')}
            data={languages.map((each) => ({ ...each }))}
            value={shown}
            onChange={(value) => setChosen(value as keyof Bilingual)}
          />
        )}
      </header>
      {/* It may be longer than the window: then the keyboard must be able to scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="announcement-body" lang={tags[shown]} tabIndex={0} aria-label={title}>
        <Paragraphs text={content[shown]} />
      </section>
    </article>
  );
}
