export interface PageNews {
  /** A person's pages are told how their calls stand. Changes in quick succession are told once, the last one always. */
  changed(tenantId: number, userId: number): void;
  warn(tenantId: number, userId: number, warning: { callId: string; what: string }): Promise<void>;
  settled(): Promise<void>;
}
