import { pino, type DestinationStream, type Logger } from 'pino'

/**
 * The product's log: one event a line, JSON. What could be a secret is left out even where somebody logs it by mistake.
 * @param level the least serious lines that are written
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { cause: describeError, err: describeError },
    redact: {
      paths: ['*.token', '*.refreshToken', '*.password', '*.otp', '*.authorization', '*.nationalID', '*.nationalId'],
      remove: true,
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** An error in the words that find it. Not all of its fields: PostgreSQL puts whole rows into `detail`. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, constraint } = error as { code?: string; constraint?: string }
  return { type: error.name, message: error.message, code, constraint, stack: error.stack, cause: describeError(error.cause) }
}
