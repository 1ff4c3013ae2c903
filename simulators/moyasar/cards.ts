/** Moyasar's published test cards, and what the bank says to each. */
const outcomes: Record<string, { paid: boolean; message: string }> = {
  '4201320111111010': { paid: true, message: 'APPROVED' },
  '4111111111111111': { paid: true, message: 'APPROVED' },
  '4201320000013020': { paid: false, message: 'UNSPECIFIED FAILURE' },
  '4201320000311101': { paid: false, message: 'INSUFFICIENT FUNDS' },
  '4201321234411220': { paid: false, message: 'DECLINED' },
  '4201322267774310': { paid: false, message: 'EXPIRED CARD' },
}

export const publishedCards = Object.entries(outcomes).map(([number, { message }]) => ({ number, message }))

/** A card that is not published is refused: no real card may seem to work here. */
export const outcomeOf = (number: string) => outcomes[number] ?? { paid: false, message: 'CARD NOT SUPPORTED IN TEST MODE' }

export const companyOf = (number: string) => (number.startsWith('420132') ? 'mada' : number.startsWith('4') ? 'visa' : 'master')
