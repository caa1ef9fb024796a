import { BookOpen, Bot, Brain, CircleDot, CircleHelp, CirclePlay, Clock, CornerUpRight, Ear, GitBranch, Globe, Grid3x3, Languages, MessageCircle, MessageCircleMore, MessageSquareText, PhoneForwarded, PhoneIncoming, PhoneOff, ScanFace, Star, Tag, Tags, TextCursorInput, Timer, UserPen, UserSearch, Variable, Voicemail, type LucideIcon } from 'lucide-react';

const icons: Record<string, LucideIcon> = {
  'book-open': BookOpen, bot: Bot, brain: Brain, 'circle-dot': CircleDot, 'circle-play': CirclePlay, clock: Clock, 'corner-up-right': CornerUpRight, ear: Ear, 'git-branch': GitBranch, globe: Globe, 'grid-3x3': Grid3x3, languages: Languages,
  'message-circle': MessageCircle, 'message-circle-more': MessageCircleMore, 'message-square-text': MessageSquareText, 'phone-forwarded': PhoneForwarded, 'phone-incoming': PhoneIncoming, 'phone-off': PhoneOff, 'scan-face': ScanFace,
  star: Star, tag: Tag, tags: Tags, 'text-cursor-input': TextCursorInput, timer: Timer, 'user-pen': UserPen, 'user-search': UserSearch, variable: Variable, voicemail: Voicemail,
};

/** The picture of a kind of node. */
export function KindIcon({ name, size = 16 }: { name: string; size?: number }) {
  const Icon = icons[name] ?? CircleHelp;
  return <Icon size={size} aria-hidden />;
}
