/** A small set, by what agents need; each with words it is found by. */
export const emojis: readonly (readonly [string, string])[] = [
  ['😀', 'smile happy'], ['😊', 'smile warm'], ['😂', 'laugh tears'], ['😉', 'wink'], ['😍', 'love eyes'], ['🤔', 'think'], ['😅', 'sweat relief'], ['😕', 'confused'], ['😢', 'sad cry'], ['😮', 'surprised'], ['🙏', 'please thanks'], ['👍', 'yes good thumbs up'],
  ['👎', 'no bad thumbs down'], ['👏', 'clap bravo'], ['🙌', 'hooray'], ['👋', 'hello bye wave'], ['🤝', 'deal hands'], ['💪', 'strong'], ['❤️', 'heart love'], ['🎉', 'party congratulations'], ['✅', 'done check'], ['❌', 'wrong cross'], ['⚠️', 'warning'], ['❓', 'question'],
  ['💡', 'idea'], ['🔥', 'fire hot'], ['⭐', 'star'], ['📞', 'phone call'], ['📧', 'mail'], ['📎', 'attachment file'], ['📦', 'package delivery'], ['🚚', 'truck delivery'], ['💳', 'card payment'], ['💰', 'money'], ['🧾', 'receipt invoice'], ['📅', 'calendar date'],
  ['⏰', 'clock time'], ['⏳', 'wait'], ['🌍', 'world'], ['✈️', 'plane travel'], ['🏨', 'hotel'], ['🚗', 'car'], ['🛒', 'cart shop'], ['🎁', 'gift'], ['☕', 'coffee'], ['🌞', 'sun'], ['🌙', 'moon night'], ['🔒', 'lock secure'],
];

/** What one puts on a message. */
export const reactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;
