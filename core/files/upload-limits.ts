/** How much may be uploaded; settings of the installation. */
export interface UploadLimits {
  /** With less room than this left on the disk nobody uploads: the database lives there too, and must never find it full. */
  keepFreeBytes: number;
  /** Of one visitor within a day. */
  visitorDayBytes: number;
  /** Of all visitors of one tenant within a day. */
  tenantDayBytes: number;
}

/** What is there and what was uploaded today, without the file in question. */
export interface UploadRoom {
  freeBytes: number;
  visitorBytes: number;
  tenantBytes: number;
}

/** Whether a file of this size leaves the database its room. */
export const leavesRoom = ({ keepFreeBytes }: UploadLimits, freeBytes: number, bytes: number): boolean =>
  freeBytes - bytes >= keepFreeBytes;

/** Why a visitor's file of this size is not taken; null: it is. */
export function refusalToUpload(
  limits: UploadLimits,
  { freeBytes, visitorBytes, tenantBytes }: UploadRoom,
  bytes: number,
): 'uploadsFull' | 'uploadsVisitor' | 'uploadsTenant' | null {
  if (!leavesRoom(limits, freeBytes, bytes)) return 'uploadsFull';
  if (visitorBytes + bytes > limits.visitorDayBytes) return 'uploadsVisitor';
  return tenantBytes + bytes > limits.tenantDayBytes ? 'uploadsTenant' : null;
}
