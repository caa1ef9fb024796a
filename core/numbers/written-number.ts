/** The longest way somebody writes a number down. */
export const WRITTEN_NUMBER_MOST = 40;
