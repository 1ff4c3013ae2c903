import { isNationalId } from '#contract/typedDigits.ts'

/** A valid national ID; its second digit tells the simulated identity provider what its holder does. */
export function nationalIdWith(secondDigit: number, number = 1): string {
  const start = `1${secondDigit}${String(number).padStart(7, '0')}`
  return Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find(isNationalId)!
}
