/** How long each step may take; tests make it short. */
export interface MailPatience {
  connectMs: number;
  silenceMs: number;
}
