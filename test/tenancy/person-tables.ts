export const notErased: Record<string, string> = {};
export const notExported: Record<string, string> = {};
export const notWatched: Record<string, string> = {};
