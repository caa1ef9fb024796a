/** What is dragged from the palette to the canvas: the kind of a step. */
export const KIND_MIME = 'application/x-openseat-node';
