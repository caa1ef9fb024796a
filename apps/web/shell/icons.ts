import {
  Bell, Bot, Bug, Building2, CalendarClock, ChartColumn, Gauge, Headset, House, Inbox, KeyRound, LayoutGrid, Megaphone, MessageSquareText, MessagesSquare, Network, Phone, PhoneCall, Plug, Route, ScrollText,
  Settings, ShieldCheck, SlidersHorizontal, Tags, Users, UsersRound, Voicemail, Volume2, Webhook, type LucideIcon,
} from 'lucide-react';

/** The icons a menu entry can name. They are in the first load, so only those menus use: another one is a word more here. */
const known: Record<string, LucideIcon> = {
  Bell, Bot, Bug, Building2, CalendarClock, ChartColumn, Gauge, Headset, House, Inbox, KeyRound, LayoutGrid, Megaphone, MessageSquareText, MessagesSquare, Network, Phone, PhoneCall, Plug, Route, ScrollText,
  Settings, ShieldCheck, SlidersHorizontal, Tags, Users, UsersRound, Voicemail, Volume2, Webhook,
};

const byName = new Map(Object.entries(known).map(([name, icon]) => [name.toLowerCase(), icon]));
byName.set('home', House);

/** The icon of a lucide name, written `phone-call` or `PhoneCall`; a plain tile for one we do not carry. */
export const iconOf = (name: string): LucideIcon => byName.get(name.replaceAll('-', '').toLowerCase()) ?? LayoutGrid;
