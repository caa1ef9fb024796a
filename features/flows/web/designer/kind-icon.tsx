import { Bot, CalendarClock, CircleHelp, CirclePlay, Clock, Disc, Ear, FileText, Globe, Hash, Languages, ListOrdered, MessageCircle, MessageSquareText, Phone, PhoneForwarded, PhoneOff, Radar, Send, Shuffle, SquarePen, Star, Tag, Tags, UserRoundCog, Variable, Voicemail, Waypoints, type LucideIcon } from 'lucide-react';

const icons: Record<string, LucideIcon> = {
  bot: Bot, 'calendar-clock': CalendarClock, 'circle-play': CirclePlay, clock: Clock, disc: Disc, ear: Ear, 'file-text': FileText, globe: Globe, hash: Hash, languages: Languages, 'list-ordered': ListOrdered,
  'message-circle': MessageCircle, 'message-square-text': MessageSquareText, phone: Phone, 'phone-forwarded': PhoneForwarded, 'phone-off': PhoneOff, radar: Radar, send: Send, shuffle: Shuffle, 'square-pen': SquarePen,
  star: Star, tag: Tag, tags: Tags, 'user-round-cog': UserRoundCog, variable: Variable, voicemail: Voicemail, waypoints: Waypoints,
};

/** The picture of a kind of node. */
export function KindIcon({ name, size = 16 }: { name: string; size?: number }) {
  const Icon = icons[name] ?? CircleHelp;
  return <Icon size={size} aria-hidden />;
}
