import {
  AudioLines, Bell, BookOpen, BookUser, Bot, Bug, Building2, CalendarClock, ChartColumn, ChartLine, ChartNoAxesCombined, ChartPie, CircleHelp, ClipboardList, Clock, Cog, Contact, Database, Download, FileText, Fingerprint,
  Flag, Folder, Gauge, Globe, Hash, Headphones, Headset, History, House, Inbox, Key, KeyRound, Languages, LayoutDashboard, LayoutGrid, LifeBuoy, ListChecks, ListTodo, Lock, LogIn, Mail, Megaphone, MessageCircle, MessageSquare,
  MessagesSquare, Mic, Monitor, MonitorDot, Network, Phone, PhoneCall, PhoneForwarded, PhoneIncoming, PhoneOutgoing, Plug, QrCode, Radio, Route, ScrollText, Send, Server, Settings, Settings2, Shield, ShieldBan, ShieldCheck, Shuffle, SlidersHorizontal,
  Smartphone, Star, Tag, Tags, Timer, Upload, User, UserCog, UserPlus, UserRound, UserRoundCog, Users, UsersRound, Voicemail, Webhook, Workflow, Wrench, type LucideIcon,
} from 'lucide-react';

/** The icons a menu entry can name. All of lucide would be half a megabyte; another one is a word more here. */
const known: Record<string, LucideIcon> = {
  AudioLines, Bell, BookOpen, BookUser, Bot, Bug, Building2, CalendarClock, ChartColumn, ChartLine, ChartNoAxesCombined, ChartPie, CircleHelp, ClipboardList, Clock, Cog, Contact, Database, Download, FileText, Fingerprint,
  Flag, Folder, Gauge, Globe, Hash, Headphones, Headset, History, House, Inbox, Key, KeyRound, Languages, LayoutDashboard, LayoutGrid, LifeBuoy, ListChecks, ListTodo, Lock, LogIn, Mail, Megaphone, MessageCircle, MessageSquare,
  MessagesSquare, Mic, Monitor, MonitorDot, Network, Phone, PhoneCall, PhoneForwarded, PhoneIncoming, PhoneOutgoing, Plug, QrCode, Radio, Route, ScrollText, Send, Server, Settings, Settings2, Shield, ShieldBan, ShieldCheck, Shuffle, SlidersHorizontal,
  Smartphone, Star, Tag, Tags, Timer, Upload, User, UserCog, UserPlus, UserRound, UserRoundCog, Users, UsersRound, Voicemail, Webhook, Workflow, Wrench,
};

const byName = new Map(Object.entries(known).map(([name, icon]) => [name.toLowerCase(), icon]));
byName.set('home', House);

/** The icon of a lucide name, written `phone-call` or `PhoneCall`; a plain tile for one we do not carry. */
export const iconOf = (name: string): LucideIcon => byName.get(name.replaceAll('-', '').toLowerCase()) ?? LayoutGrid;
