import type { Catalogue } from './catalogue.ts';
import type { Clock } from './clock.ts';
import type { Db } from './db/db.ts';
import type { Backups } from '#core/backup/backups.port.ts';
import type { ChainAnchors } from '#core/operation-log/anchors.port.ts';
import type { Files, FilesPlace } from '#core/files/files.port.ts';
import type { UploadLimits } from '#core/files/upload-limits.ts';
import type { VirusScan } from '#core/files/virus-scan.port.ts';
import type { OutsideFetch } from '#core/http/outside-fetch.port.ts';
import type { TextRecords } from '#core/http/text-records.port.ts';
import type { Mailer, Sms } from '#core/messages/messages.port.ts';
import type { Outbox } from '#core/messages/outbox.ts';
import type { WebPush } from '#core/push/web-push.port.ts';
import type { OpenCarrierNumbers } from '#core/numbers/carrier-numbers.port.ts';
import type { OpenSmsProvider } from '#core/sms/sms-provider.port.ts';
import type { Rehearsal } from '#core/rehearsal/rehearsal.port.ts';
import type { OpenSpeechProvider } from '#core/speech/speech-provider.port.ts';
import type { EmbeddedSpeech } from '#core/speech/speech.port.ts';
import type { ExchangeFacts } from '#core/telephony/exchange-facts.ts';
import type { Telephony } from '#core/telephony/telephony.port.ts';
import type { Trunks } from '#core/trunk/trunks.port.ts';
import type { Log } from './log.ts';
import type { Traces } from './traces/traces.ts';
import type { Metrics } from './metrics.ts';
import type { Registration } from './registration.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { StorageWatch } from './storage-watch.ts';
import type { ServerTexts } from './texts.ts';

/** Everything a feature may be given. Each names the few parts it needs in its own signature. */
export interface World {
  catalogue: Catalogue;
  db: Db;
  sessions: Sessions;
  files: Files;
  /** Where recordings wait, sealed, while `files` cannot take them; without it they wait as they were made. */
  recordingsSpool?: FilesPlace;
  uploadLimits: UploadLimits;
  virusScan: VirusScan;
  mail: Mailer;
  /** Carries the installation's own short messages; null where none leave. */
  sms: Sms | null;
  /** Countries whose short messages with codes this installation pays for; null is every country. */
  smsCountries: ReadonlySet<string> | null;
  /** Opens the way to a tenant's own carrier of messages to customers. */
  smsProvider: OpenSmsProvider;
  /** Opens the list of numbers a tenant has at a carrier. */
  carrierNumbers: OpenCarrierNumbers;
  /** Opens the way to a tenant's own provider of recognition, voices and answers. */
  speechProvider: OpenSpeechProvider;
  /** What this machine hears, says and answers by itself. */
  embeddedSpeech: EmbeddedSpeech;
  /** Calls servers that somebody named in a form; never ours. */
  outside: OutsideFetch;
  /** Notices to people's browsers, by the makers of these. */
  webPush: WebPush;
  /** What the owner of a domain wrote into its DNS. */
  textRecords: TextRecords;
  /** `outside` may reach this machine's own network, and without https. */
  allowPrivate: boolean;
  /** Messages kept instead of sent; null once providers are configured. */
  outbox: Outbox | null;
  telephony: Telephony;
  exchange: ExchangeFacts;
  /** Outside calls go to rehearsed parties; null once real lines are configured. */
  rehearsal: Rehearsal | null;
  /** Real lines outside, as far as this process keeps them. */
  trunks: Trunks;
  texts: ServerTexts;
  clock: Clock;
  storage: StorageWatch;
  /** Null where this process makes none: nobody said where they go. */
  backups: Backups | null;
  /** Where the ends of operation logs are noted, outside the database. */
  anchors: ChainAnchors;
  log: Log;
  metrics: Metrics;
  /** Where spans go, where the installation wants them. */
  traces?: Traces | null;
  /** Address of this installation as people type it, for links in mails. */
  publicUrl: string;
  /** When the certificate this server shows runs out; null where it shows none: no https, or a proxy before it that does. */
  certificateUntilMs: number | null;
  /** Who may open an organisation of their own. */
  registration: Registration;
  /** Nobody set that address: for what many will see, whoever asks is believed only where they name this machine. */
  isPublicUrlGuessed: boolean;
  /** AI agents are offered, to tenants that have them; false where whoever runs this installation does not want them. */
  aiFlows: boolean;
  /** The demo shows its outbox and its people. */
  demo: boolean;
}
