/** `@types/pg` leaves it out. */
declare module 'pg/lib/utils.js' {
  /** A value as it is sent to the server. @throws what its own `toPostgres` throws */
  export function prepareValue(value: unknown): string | Buffer | null | undefined
}
