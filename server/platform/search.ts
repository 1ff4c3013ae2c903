/** A pattern for `ilike` that finds `text` anywhere; the pattern characters in it mean themselves. */
export const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
