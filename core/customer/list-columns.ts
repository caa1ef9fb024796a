/** The columns of the list of calls, in the order of the product. */
export const callRecordColumns = ['direction', 'customer', 'number', 'agent', 'group', 'startTime', 'duration', 'status', 'mos', 'label', 'line', 'recording', 'remark'] as const;
