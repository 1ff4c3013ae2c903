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
    hooks: { streamWrite: escapeSteering },
    serializers: { cause: describeError, err: describeError },
    redact: {
      paths: ['*.token', '*.refreshToken', '*.password', '*.otp', '*.authorization', '*.nationalID', '*.nationalId'],
      remove: true,
    },
  }
  return pino(options, destination ?? standardOutput())
}

/** Lines wait, up to a bound, while they cannot be written (to a file on a full disk); unheard, that would end the process. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: 4_000_000 })
  output.on('error', () => undefined)
  return output
}

/**
 * An error in the words that find it. Not all of its fields: PostgreSQL puts whole rows into `detail`. Nor the sentence of an error that
 * quotes what could not be read: a body that breaks off behind a password would stand in the log with it.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, constraint } = error as { code?: string; constraint?: string }
  const quotes = error instanceof SyntaxError || /^22\w{3}$/.test(code ?? '') // class 22 of SQL: data exception
  const stack = quotes ? error.stack?.replace(error.message, '') : error.stack
  return { type: error.name, message: quotes ? undefined : error.message, code, constraint, stack, cause: describeError(error.cause) }
}

const steering = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/**
 * JSON escapes line ends and ESC. The rest of what steers a terminal, ends a line or turns its direction is escaped here: what somebody sent
 * must not be able to draw a line of its own.
 */
const escapeSteering = (line: string) => line.replace(steering, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
