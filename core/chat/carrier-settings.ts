import { z } from 'zod';

const Host = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9.:-]{1,253}$/);
const Port = z.coerce.number().int().min(1).max(65_535);
/** `tls`: from the first byte on; `starttls`: asked for, and nothing is said without it. */
const Encryption = z.enum(['tls', 'starttls', 'none']);
const User = z.string().trim().max(254);

export const Template = z.object({
  name: z
    .string()
    .trim()
    .regex(/^[a-z0-9_]{1,512}$/),
  language: z
    .string()
    .trim()
    .regex(/^[a-zA-Z_]{2,10}$/),
  body: z.string().min(1).max(2_000),
});

/** A number at the WhatsApp Cloud API. */
export const WhatsappSettings = z.object({
  phone_number_id: z
    .string()
    .trim()
    .regex(/^\d{5,30}$/),
  business_id: z
    .string()
    .trim()
    .regex(/^\d{5,30}$/),
  /** As people dial it, for the code that starts a conversation. */
  display_number: z
    .string()
    .trim()
    .regex(/^\+?[\d ()-]{6,25}$/),
  api_base: z
    .string()
    .trim()
    .regex(/^https?:\/\/[^\s?#]{1,200}$/)
    .default('https://graph.facebook.com/v23.0'),
  templates: z.array(Template).max(200).default([]),
});
export type WhatsappSettings = z.output<typeof WhatsappSettings>;
/** Besides these `verify_token`, which is made and not told: see `features/chat-carriers`. */
export const whatsappSecrets = ['access_token', 'app_secret'] as const;

/** A mailbox. */
export const EmailSettings = z.object({
  address: z.email().max(254).toLowerCase(),
  name: z.string().trim().max(100).default(''),
  imap_host: Host,
  imap_port: Port.default(993),
  imap_tls: Encryption.default('tls'),
  imap_user: User,
  smtp_host: Host,
  smtp_port: Port.default(465),
  smtp_tls: Encryption.default('tls'),
  smtp_user: User.default(''),
  /** Written under every answer. */
  signature: z.string().max(2_000).default(''),
  folder: z.string().trim().min(1).max(200).default('INBOX'),
});
export type EmailSettings = z.output<typeof EmailSettings>;
export const emailSecrets = ['imap_password', 'smtp_password'] as const;
