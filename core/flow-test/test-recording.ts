/** A recording of a test by voice is named so that nobody takes it for one of a call. */
const PREFIX = 'flow-test-';

export const testRecordingId = (unique: string): string => `${PREFIX}${unique}`;
export const isTestRecording = (recordingId: string): boolean => recordingId.startsWith(PREFIX);

/** Longer than anybody tests; what is said later is not in it. About 29 MB. */
export const TEST_RECORDING_MAX_MS = 30 * 60_000;
/** Sooner where the tenant keeps recordings of calls for less. */
export const TEST_RECORDING_DAYS = 30;
